import { MIN_NAME_BEGINNING } from "#shared/limits/lists.ts";

/** Names of assets in the five languages, with the code that the record's spelling contains. */
const NAMES: Readonly<Record<string, string>> = {
  XAU: "gold or oro",
  XAG: "silver silber argent argento plata",
  XPT: "platinum platin platine platino",
  XPD: "palladium palladio paladio",
  OIL: "oil ol erdol petrole petrolio petroleo",
  BRENT: "oil ol erdol petrole petrolio petroleo",
  CRUDE: "oil ol erdol petrole petrolio petroleo",
  WTI: "oil ol erdol petrole petrolio petroleo",
  BTC: "bitcoin",
  ETH: "ethereum ether",
  LTC: "litecoin",
  XRP: "ripple",
  SOL: "solana",
  ADA: "cardano",
  EUR: "euro",
  USD: "dollar dollaro dolar",
  GBP: "pound pfund livre sterling sterlina libra",
  JPY: "yen",
  CHF: "franc franken franco",
  AUD: "aussie",
  CNY: "yuan renminbi",
  CNH: "yuan renminbi",
  RUB: "ruble rubel rouble rublo",
  TRY: "lira",
  INR: "rupee rupie roupie rupia",
  BRL: "real",
  MXN: "peso",
  ZAR: "rand",
  PLN: "zloty",
  SEK: "krona krone couronne corona",
  NOK: "krone krona couronne corona",
  DKK: "krone krona couronne corona",
};

/** Codes of the assets whose name is, or starts with, this text. `folded` is the result of `foldText`. */
export function codesNamed(folded: string): readonly string[] {
  const isMeant = (name: string) =>
    name === folded || (folded.length >= MIN_NAME_BEGINNING && name.startsWith(folded));
  return Object.keys(NAMES).filter((code) => NAMES[code]?.split(" ").some(isMeant));
}
