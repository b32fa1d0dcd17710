import { env } from "cloudflare:workers";

/** As if somebody outside had seen the first entry. Nothing of it is signed. */
export async function keepSomeCheckpoint(): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO log_checkpoints
      (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at, stamp, stamped_at)
    VALUES (1, ?, 'first', 1000, 'last', 2000, 'MA==', 1500)`,
  )
    .bind("a.example/log\n1\nroot\n\nsignature\n")
    .run();
}
