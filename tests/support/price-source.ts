/** A fake of an operator's price source with answers set by the test, over HTTP. */
import { createServer } from "node:http";
import { listen, stop } from "./local-server.ts";

export interface PriceQuestion {
  readonly asset: string;
  readonly atMs: number;
}

/** Null for no answer at all: the connection stays open. */
export type PriceReply = { readonly status: number; readonly body?: unknown } | null;

export interface PriceSourceDouble {
  readonly url: string;
  /** Its name on the record. */
  readonly address: string;
  /** All requests so far. */
  readonly asked: PriceQuestion[];
  /** Maximum number of simultaneous requests. */
  readonly mostAtOnce: () => number;
  reply: (question: PriceQuestion) => PriceReply | Promise<PriceReply>;
  readonly close: () => Promise<void>;
}

export async function startPriceSource(reply: PriceSourceDouble["reply"]): Promise<PriceSourceDouble> {
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://source.test");
    const question = {
      asset: searchParams.get("asset") ?? "",
      atMs: Date.parse(searchParams.get("at") ?? ""),
    };
    source.asked.push(question);
    open += 1;
    most = Math.max(most, open);
    response.on("close", () => (open -= 1));
    void (async () => {
      const answer = pathname === "/prices/" ? await source.reply(question) : { status: 404 };
      if (answer === null) return;
      const { body = {} } = answer;
      response.writeHead(answer.status, { "Content-Type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    })();
  });
  const url = await listen(server);
  const source: PriceSourceDouble = {
    url,
    address: new URL(url).host,
    asked: [],
    mostAtOnce: () => most,
    reply,
    close: () => stop(server),
  };
  return source;
}

/** A source that has these quotes, pairs of price and time, for every asset, and nothing after `newestMs`. */
export function quoting(
  quotes: readonly (readonly [atMs: number, price: string])[],
  name = "Test quotes",
): PriceSourceDouble["reply"] {
  return ({ asset, atMs }) => {
    const found = quotes.findLast(([quotedMs]) => quotedMs <= atMs);
    if (!found) return { status: 404 };
    const [quotedMs, price] = found;
    return { status: 200, body: { asset, at: new Date(quotedMs).toISOString(), price, source: name } };
  };
}

/** A source that has a quote of every moment, a price of 1 unless `changes` says otherwise. */
export function saying(
  changes: (question: PriceQuestion) => object = () => ({}),
): (question: PriceQuestion) => PriceReply {
  return (question) => {
    const { asset, atMs } = question;
    const quote = { asset, at: new Date(atMs), price: "1", source: "Test quotes" };
    return { status: 200, body: { ...quote, ...changes(question) } };
  };
}
