/** A time-stamp authority (RFC 3161) for tests: openssl behind HTTP. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { missingPackages } from "./debian-packages.ts";

const run = promisify(execFile);

const CONFIG = `
[ req ]
distinguished_name = name
[ name ]
[ stamps ]
extendedKeyUsage = critical,timeStamping
[ tsa ]
default_tsa = config
[ config ]
serial = ./serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

export interface TimeStampAuthority {
  readonly url: string;
  /** Its answers, oldest first. */
  readonly answers: readonly Buffer[];
  /** The output of `openssl ts -verify`; rejects if the answer is not for `data`. */
  readonly verify: (data: string, answer: Uint8Array | undefined) => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function startTimeStampAuthority(): Promise<TimeStampAuthority> {
  const missing = missingPackages(() => spawnSync("openssl", ["version"]).status === 0, ["openssl"]);
  if (missing !== null) throw new Error(`There is no openssl: ${missing}.`);
  const folder = mkdtempSync(join(tmpdir(), "time-stamps-"));
  const openssl = (...args: string[]) => run("openssl", args, { cwd: folder });
  writeFileSync(join(folder, "config"), CONFIG);
  writeFileSync(join(folder, "serial"), "01\n");
  await openssl(
    ..."req -new -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 2 -config config".split(
      " ",
    ),
    ..."-extensions stamps -subj /CN=Test".split(" "),
  );
  const answers: Buffer[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const answer = async () => {
      writeFileSync(join(folder, "query"), await buffer(request));
      await openssl(
        ..."ts -reply -queryfile query -signer certificate -inkey key -config config -out reply".split(" "),
      );
      const reply = readFileSync(join(folder, "reply"));
      answers.push(reply);
      response.writeHead(200, { "Content-Type": "application/timestamp-reply" }).end(reply);
    };
    turn = turn.then(answer);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  return {
    url: typeof address === "object" ? `http://127.0.0.1:${address?.port}/` : "",
    answers,
    async verify(data, answer) {
      writeFileSync(join(folder, "data"), data);
      writeFileSync(join(folder, "answer"), answer ?? "");
      const { stdout } = await openssl(..."ts -verify -data data -in answer -CAfile certificate".split(" "));
      return stdout;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
