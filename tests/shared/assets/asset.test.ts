import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalAsset, isOverTheCounter } from "#shared/assets/asset.ts";

/** By spelling: every text that becomes it, or none where the text is refused. */
const SPELLINGS = `
EUR/USD ← EURUSD | EUR/USD | eurusd | EUR-USD | eur_usd | EUR USD | EUR.USD | EUR:USD | EUR / USD | EURUSD.
EUR/USD ← FX:EURUSD | FX:EUR/USD | OANDA:EUR_USD | FX_IDC:eurusd
EURUSD_otc ← EURUSD_otc | EURUSD_OTC | EUR/USD_otc | EURUSD-OTC | EUR/USD-OTC | EURUSD.otc | EURUSD/OTC
EURUSD_otc ← EURUSD OTC | EUR/USD OTC | EUR USD OTC | EUR/USD (OTC) | EUR/USD(OTC) | EURUSD [OTC] | EURUSDOTC
EURUSD_otc ← OTC:EURUSD | OTC EURUSD | otcEURUSD | (OTC) EUR/USD | OTC_EUR_USD | OTC/EUR/USD | EURUSD:OTC
EURUSD_otc ← EURUSD_0TC | 0TC:EURUSD | EURUSD0TC | EURUSD O.T.C. | O.T.C. EURUSD | EURUSD_O.T.C | EURUSD O T C
EURUSD_otc ← POCKETOPTION:EURUSD_otc | FX_OTC:EURUSD | OTC_FX:EUR/USD | FXOTC:EURUSD | EURUSD_otc OTC
none ← EURUSD_QTC | GOLD_QTC | GOLD_O7C | EURUSD_OTTC | EURUSD_0T0C | QTC:EURUSD | EURUSDOTG | EURUSD_OTC2 | EURUSD_OTC_M1 | EURUSDOTCM | OTC | (OTC) | 0TC
none ← OVERTHECOUNTER:EURUSD | OVER_THE_COUNTER:EUR/USD | EURUSD_over_the_counter | EUROTCUSD | eur0tcusd
// Greek omicron, Cyrillic es, Cyrillic o and te, full width, Greek epsilon.
none ← EURUSD_\u039fTC | EURUSD_OT\u0421 | EURUSD_\u041e\u0422C | EURUSD_\uff2f\uff34\uff23 | \u0395URUSD | EURU\u017fD
XAU/USD ← XAUUSD | XAU/USD | xau-usd | TVC:XAUUSD
BTC/USD ← BTCUSD | BTC-USD | COINBASE:BTC-USD
BTCUSDT ← BTCUSDT | BTC/USDT | btc-usdt | BTC_USDT | BINANCE:BTCUSDT
BTCUSDT_otc ← BTCUSDT_otc | BTC/USDT OTC
BTCUSDT.P ← BTCUSDT.P | BTC/USDT:USDT | BTCUSDT_PERP | BTC-USDT-SWAP | BTC-PERP | BTCPERP | BTC_USDT-PERPETUAL | PERP_BTC_USDT | BTC/USDT.P | BYBIT:BTCUSDT.P | BINANCE:BTCUSDTPERP | btc-usdt-perp
BTCUSD.P ← BTC-USD-SWAP | BTC/USD:BTC | BTCUSD_PERP | BTC-USD-PERPETUAL | BTCUSD.P
ETHBTC.P ← ETHBTC.P | ETH-BTC-SWAP
WBTCUSDT.P ← WBTC-PERP
1000PEPEUSDT.P ← 1000PEPE/USDT:USDT
BTCUSDT.P_otc ← BTCUSDT.P OTC
// The token of that name, a dated contract, preferred shares, another token.
PERPUSDT ← PERP/USDT | PERPUSDT | PERP_USDT
BTC/USDT:USDT-250328 ← BTC/USDT:USDT-250328
BAC.P ← NYSE:BAC.P
SUNSWAP ← SUNSWAP
// Two assets.
none ← NASDAQ:AAPL/NASDAQ:MSFT | AAPL/NASDAQ:MSFT | BTCUSDT/BINANCE:ETHUSDT | BINANCE:BTCUSDT/BINANCE:ETHUSDT | BTCUSDT/ETHUSDT | XAUUSD/XAGUSD | NASDAQ:AAPL-NASDAQ:MSFT | 1/EURUSD
SHIB/USD ← SHIB/USD | SHIB-USD | SHIB_USD
ABCUSD ← ABCUSD | abcusd
#AAPL ← #AAPL | #aapl
#AAPL_otc ← #AAPL_otc | #aapl_OTC | #AAPL&OTC | #AAPL OTC | #AAPLOTC
AAPL_otc ← AAPL_otc | AAPL-OTC | AAPL (OTC) | AAPLOTC | OTCAAPL
// The market of that name as well: nothing of over the counter passes for an exchange's price.
TCEHY_otc ← OTC:TCEHY | OTCMKTS:TCEHY
ES1! ← ES1! | CME_MINI:ES1!
M&M ← M&M | NSE:M&M
BRK.B ← BRK.B | NYSE:BRK.B
EURUSD.M ← EURUSD.m
HOTC ← HOTC
OTCM ← OTCM
none ← A B | Crude Oil | / | Ä
`;

const TABLE = SPELLINGS.split("\n").flatMap((line) => {
  const [spelled = "", list] = line.split(" ← ");
  return list?.split(" | ").map((written) => [written, spelled === "none" ? null : spelled] as const) ?? [];
});

describe("the spelling of an asset", () => {
  it.each(TABLE)("%j is normalised to %j", (written, spelled) => {
    expect(canonicalAsset(written)).toBe(spelled);
    expect(isOverTheCounter(written)).toBe(spelled?.endsWith("_otc") ?? false);
  });

  it("has 1 to 32 characters", () => {
    expect(canonicalAsset("A".repeat(32))).toBe("A".repeat(32));
    expect(canonicalAsset("A".repeat(33))).toBeNull();
    expect(canonicalAsset(`${"A".repeat(28)}-OTC`)).toBe(`${"A".repeat(28)}_otc`);
    expect(canonicalAsset(`${"A".repeat(29)}-OTC`)).toBeNull();
    expect(["", "A\nB"].map(canonicalAsset)).toEqual([null, null]);
  });
});

const part = fc.constantFrom(
  ..."EUR USD GBP BTC USDT AAPL ES1 A X OTC otc 0TC O.T.C QTC FX NSE / - _ . : & # ! ( )".split(" "),
  " ",
);
const written = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join("")),
  fc.stringMatching(/^[A-Za-z0-9#][A-Za-z0-9._/:#&! -]{0,31}$/),
);

describe("any text, read as an asset,", () => {
  it("does not change when it is normalised again", () => {
    fc.assert(
      fc.property(written, (text) => {
        const spelled = canonicalAsset(text);
        if (spelled === null) return;
        expect(canonicalAsset(spelled)).toBe(spelled);
        expect(spelled).toMatch(/^[A-Z0-9#][A-Z0-9._/:#&!-]{0,31}(?:_otc)?$/);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is never a plain currency pair if it contains a form of OTC", () => {
    const pair = fc.constantFrom("EURUSD", "EUR/USD", "eur-usd", "GBP_USD");
    const mark = fc.constantFrom("OTC", "otc", "0TC", "O.T.C", "QTC", "DTC", "0T.C");
    const gap = fc.constantFrom("", " ", "_", "-", ":", "/", " (", "FX:", "_X");
    fc.assert(
      fc.property(pair, mark, gap, fc.boolean(), (name, said, between, isFirst) => {
        const spelled = canonicalAsset(isFirst ? said + between + name : name + between + said);
        expect(spelled === null || spelled.endsWith("_otc")).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
