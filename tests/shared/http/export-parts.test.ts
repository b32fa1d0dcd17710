import { expect, it } from "vitest";
import { fetchParts, queryOfNextPart } from "#shared/http/export-parts.ts";

/** Answers with the links given, one after the other. */
async function partsAsked(address: string, links: readonly (string | null)[]): Promise<string[]> {
  const asked: string[] = [];
  const parts = fetchParts(address, async (part) => {
    const link = links[asked.length] ?? null;
    asked.push(part);
    return { headers: new Headers(link === null ? {} : { Link: link }) };
  });
  for await (const _ of parts) if (asked.length > 9) throw new Error("without end");
  return asked;
}

it("all parts of an export are requested one after the other, by the link of each", async () => {
  const links = ['<?outcome=won&after=5>; rel="next"', '<?outcome=won&after=9>; rel="next"'];
  expect(await partsAsked("/api/x.csv/?outcome=won", links)).toEqual([
    "/api/x.csv/?outcome=won",
    "/api/x.csv/?outcome=won&after=5",
    "/api/x.csv/?outcome=won&after=9",
  ]);
});

it("a response without a link to a next part, or with another link, is the last one", async () => {
  expect(await partsAsked("https://a.test/x", [null])).toEqual(["https://a.test/x"]);
  expect(await partsAsked("/x", ['</y?after=5>; rel="next"'])).toEqual(["/x"]);
  expect(queryOfNextPart('<?after=5>; rel="prev"')).toBeNull();
});

it("a link to its own part causes an error", async () => {
  const link = '<?after=5>; rel="next"';
  await expect(partsAsked("/x", [link, link])).rejects.toThrow("links to itself");
});
