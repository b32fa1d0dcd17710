/** Hono with one of its routers: the package's own class carries two, one of which it puts together at its first request. */
import type { Env } from "hono";
import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";

export class Hono<E extends Env> extends HonoBase<E> {
  override router: HonoBase<E>["router"] = new TrieRouter();
}
