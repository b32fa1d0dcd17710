/** `npm run prices`: a local price source, which answers from a file of quotes, read once, at the start. */
import { createServer } from "node:http";
import { basename } from "node:path";
import * as v from "valibot";
import { PriceAnswer } from "#shared/contracts/prices.ts";
import { wordsOfError } from "../error-words.ts";
import { readArguments, refuseArguments } from "../read-arguments.ts";
import { answerPrice } from "./price-answer.ts";
import { type Quotes, readQuotes } from "./quotes.ts";

const HELP = `npm run prices -- FILE.csv [--port N] [--source NAME]
Serves quotes from a file as a price source on 127.0.0.1. A line of the file is time,asset,price.
  --port     8789; 0 picks a free port
  --source   its name on the record; by default the file's name
Example: npm run prices -- quotes.csv, then PRICE_SOURCE_URL=http://127.0.0.1:8789 npm start`;
const HOST = "127.0.0.1";

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: { port: { type: "string", default: "8789" }, source: { type: "string" } },
});
const [file, ...rest] = positionals;
if (file === undefined || rest.length > 0) refuseArguments(HELP, "Name one file with quotes.");
if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
  refuseArguments(
    HELP,
    `--port must be a whole number from 0 (any free port) to 65535, not "${values.port}".`,
  );
const source = values.source ?? basename(file);
if (!v.is(PriceAnswer.entries.source, source))
  refuseArguments(HELP, "--source must be a name of 1 to 100 characters, on one line.");
const quotes = await open(file);

async function open(path: string): Promise<Quotes> {
  try {
    return await readQuotes(path);
  } catch (error) {
    console.error(wordsOfError(error));
    process.exit(1);
  }
}

const server = createServer((request, response) => {
  const { method = "", url: path = "" } = request;
  const { status, body } = answerPrice({ method, path, quotes, source, nowMs: Date.now() });
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...(status === 405 && { Allow: "GET" }),
  });
  response.end(body);
});
server.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(values.port), HOST, () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : values.port;
  console.log(`Quotes     ${quotes.count} of ${quotes.assets.join(", ")}`);
  console.log(`Listening  http://${HOST}:${port}`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
