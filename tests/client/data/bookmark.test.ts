/** A tab sends its newest D1 bookmark with each request, so that it reads what it has written or seen before. */
import { expect, it } from "vitest";
import { createPayloads } from "#client/app/browser/payloads.ts";
import { createApiFetch } from "#client/data/api-fetch.ts";
import { noteBookmark } from "#client/data/newest-bookmark.ts";

const BOOKMARK = "X-D1-Bookmark";
const bookmarkAt = (writes: number) =>
  `${String(writes).padStart(8, "0")}-00000000-00000000-${"0".repeat(32)}`;

/** A tab whose server answers with a bookmark, or none; `said` are those that it was asked with. */
function openTab() {
  const said: (string | null)[] = [];
  let answer: string | null = null;
  const fetch = async (_url: string, { headers }: RequestInit) => {
    said.push(new Headers(headers).get(BOOKMARK));
    return Response.json({}, { headers: answer === null ? {} : { [BOOKMARK]: answer } });
  };
  const payloads = createPayloads({ fetch, now: () => 0, buildId: "a", sawBuild: () => {} });
  return {
    ask: createApiFetch({ baseUrl: "", fetch }),
    payloads,
    said,
    answerWith: (bookmark: string | null) => (answer = bookmark),
  };
}

it("a tab sends no bookmark before it has received one, and then always the newest", async () => {
  const { ask, payloads, said, answerWith } = openTab();
  answerWith(bookmarkAt(5));
  await ask("/api/x/", { method: "POST" });
  answerWith(bookmarkAt(4));
  await ask("/api/x/", { method: "PUT" });
  answerWith(bookmarkAt(7));
  await ask("/api/signals/");
  answerWith("nonsense");
  await payloads.load("/en/signal", new AbortController().signal);
  answerWith(bookmarkAt(6));
  await ask("/api/live/events/?after=1");
  noteBookmark(undefined);
  await ask("/api/x/");
  noteBookmark(bookmarkAt(8));
  await ask("/api/x/");
  expect(said).toEqual([null, ...[5, 5, 5, 5, 6, 8].map(bookmarkAt)]);
});
