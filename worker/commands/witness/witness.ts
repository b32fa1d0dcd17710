/** `npm run witness`: a witness of transparency logs (https://c2sp.org/tlog-witness), for a machine other than the log's. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hostname } from "node:os";
import { toHex } from "#shared/encoding/sha256.ts";
import { type NoteVerifier, parseVerifierKey, verifierKey } from "#shared/log/signed-note.ts";
import { utf8 } from "#shared/encoding/utf8.ts";
import { wordsOfError } from "../error-words.ts";
import { readArguments, refuseArguments } from "../read-arguments.ts";
import { addCheckpoint, sha256, type Witness, type WitnessAnswer } from "./add-checkpoint.ts";
import { keyOf, openState, writeState, type WitnessState } from "./witness-state.ts";

const HELP = `npm run witness -- --log VKEY [--log VKEY] [--name NAME] [--listen HOST:PORT] [--state FILE]
Cosigns a log's checkpoints while the log only grows. Refuses and stores those of a rewritten log.
  --log      key of a log, as its /log/key shows it
  --name     the witness's name, which cannot change; by default HOST/witness
  --listen   127.0.0.1:8788
  --state    file with its key, created at the first start, and what it has seen; witness-state.json
Example: npm run witness -- --log signals.example/log+0123abcd+A… --name friend.example/witness`;
/** A checkpoint with 16 signatures and 63 hashes of proof is shorter. */
const MAX_BODY_BYTES = 64 * 1024;
/** For a whole request; its sender is a program. */
const REQUEST_TIMEOUT_MS = 10_000;
const TEXT = "text/plain; charset=utf-8";

const { values } = readArguments(HELP, {
  options: {
    log: { type: "string", multiple: true, default: [] },
    name: { type: "string" },
    listen: { type: "string", default: "127.0.0.1:8788" },
    state: { type: "string", default: "witness-state.json" },
  },
});
const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(values.listen) ?? [];
if (host === "" || Number(port) > 65_535) refuseArguments(HELP, "--listen must be like 127.0.0.1:8788.");
if (values.log.length === 0)
  refuseArguments(HELP, "--log must be the key of a log, as its /log/key shows it.");
const logs = await Promise.all(values.log.map(readLogKey));
const name = values.name ?? `${hostname().toLowerCase()}/witness`;
if (!/^[^\s+\p{Cc}]+$/u.test(name)) refuseArguments(HELP, "--name must not contain spaces or a plus sign.");
let state = open();
if (values.name !== undefined && values.name !== state.name)
  refuseArguments(HELP, `${values.state} is the state of ${state.name}: a witness cannot change its name.`);
const key = keyOf(state);
const witness: Witness = { key, logs };

async function readLogKey(text: string): Promise<NoteVerifier> {
  const verifier = await parseVerifierKey(sha256, text);
  if (verifier?.type === "note") return verifier;
  return refuseArguments(HELP, `--log ${text} is not the key of a log.`);
}

function open(): WitnessState {
  try {
    return openState(values.state, name);
  } catch (error) {
    return refuseArguments(HELP, wordsOfError(error));
  }
}

/** Requests are stored and answered in order of arrival. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

async function answer(request: IncomingMessage): Promise<WitnessAnswer> {
  const path = request.url ?? "";
  if (path === "/add-checkpoint") {
    if (request.method !== "POST") return { status: 405, type: TEXT, body: "POST only.\n" };
    const body = await readBody(request);
    if (body === null) return { status: 413, type: TEXT, body: `At most ${MAX_BODY_BYTES} bytes.\n` };
    return inTurn(async () => {
      const answer = await addCheckpoint(witness, state, body, Date.now());
      if (answer.state) {
        writeState(values.state, answer.state);
        state = answer.state;
      }
      return answer;
    });
  }
  for (const [origin, note] of Object.entries(state.checkpoints)) {
    if (path !== `/${toHex(await sha256(utf8(origin)))}/checkpoint`) continue;
    if (request.method !== "GET") return { status: 405, type: TEXT, body: "GET only.\n" };
    return { status: 200, type: TEXT, body: note };
  }
  return { status: 404, type: TEXT, body: "Not found.\n" };
}

/** Null if it is too long; the rest of it is not read. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, { status, type, body }: WitnessAnswer): void {
  response.writeHead(status, { "Content-Type": type, ...(status === 413 && { Connection: "close" }) });
  response.end(body);
}

const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
  answer(request).then(
    (given) => send(response, given),
    (error: unknown) => {
      // Its sender has left, or the state could not be written: then nothing is cosigned.
      console.error(wordsOfError(error));
      if (!response.destroyed) send(response, { status: 500, type: TEXT, body: "Not now.\n" });
    },
  );
});
server.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), host, () => void announce());
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => server.close(() => process.exit(0)));

async function announce(): Promise<void> {
  const address = server.address();
  const listening = typeof address === "object" && address ? `${host}:${address.port}` : values.listen;
  const vkey = await verifierKey(sha256, { name: state.name, publicKey: key.publicKey, type: "cosignature" });
  console.log(
    [
      `Witness    ${vkey}`,
      ...logs.map((log) => `Log        ${log.name} (key ${log.keyId})`),
      `Listening  http://${listening}`,
      `Evidence   ${state.forks.length} of rewritten logs, in ${values.state}`,
      "The line for the log's WITNESSES; replace the address by the one at which others reach this machine:",
      `http://${listening} ${vkey}`,
    ].join("\n"),
  );
}
