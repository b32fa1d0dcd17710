import { env } from "cloudflare:workers";

/** As if a witness had seen the first entry. Nothing of it is signed. */
export async function keepSomeCheckpoint(): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO log_checkpoints
      (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)
    VALUES (1, ?, 'first', 1000, 'last', 2000)`,
  )
    .bind("a.example/log\n1\nroot\n\nsignature\n")
    .run();
}
