import { describe, expect, it } from "vitest";
import { createKeptParts } from "#worker/gateway/pages/kept-parts.ts";
import { createPartFiller, type PartFiller } from "#worker/gateway/pages/part-filler.ts";

const CSS_BYTES = new TextEncoder().encode("a{}");

/** What React would write for a part with this key and these children. */
function write({ place }: PartFiller, key: string, children: () => string): string {
  const mark = (id: string) => `<kept-part id="${id}"></kept-part>`;
  const placed = place(key);
  return placed.isKept ? mark(placed.mark) : mark(placed.start) + children() + mark(placed.end);
}

async function fill(filler: PartFiller, html: string, chunkBytes: number): Promise<string> {
  const bytes = new TextEncoder().encode(html);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let from = 0; from < bytes.length; from += chunkBytes)
        controller.enqueue(bytes.slice(from, from + chunkBytes));
      controller.close();
    },
  });
  return new Response(filler.transform(stream)).text();
}

describe("a part", () => {
  it.each([1, 2, 3, 7, 16, 1_000])("is kept and put back, in chunks of %i bytes", async (chunkBytes) => {
    const parts = createKeptParts();
    const page = (filler: PartFiller, children: (name: string) => string) =>
      `<p>„ä“ < </p>${write(filler, "a", () => children("a"))}<br/>${write(filler, "b", () => children("b"))}</body>`;
    const first = createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "de" });
    const rendered = page(first, (name) => `<b>€ ${name}</b>`);
    expect(await fill(first, rendered, chunkBytes)).toBe("<p>„ä“ < </p><b>€ a</b><br/><b>€ b</b></body>");
    const second = createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "de" });
    const again = page(second, () => expect.unreachable("a kept part was rendered"));
    expect(await fill(second, again, chunkBytes)).toBe("<p>„ä“ < </p><b>€ a</b><br/><b>€ b</b></body>");
  });

  it("may hold another", async () => {
    const parts = createKeptParts();
    const first = createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "en" });
    const inner = () => write(first, "inner", () => "<i></i>");
    expect(
      await fill(
        first,
        write(first, "outer", () => `<u>${inner()}</u>`),
        5,
      ),
    ).toBe("<u><i></i></u>");
    expect(parts.find("en outer")).toBe("<u><i></i></u>");
    expect(parts.find("en inner")).toBe("<i></i>");
  });

  it("is another in another language", () => {
    const parts = createKeptParts();
    parts.keep("de footer", "<footer/>");
    expect(
      createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "de" }).place("footer"),
    ).toMatchObject({ isKept: true });
    expect(
      createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "fr" }).place("footer"),
    ).toMatchObject({
      isKept: false,
    });
  });

  it("that was cut off is not kept", async () => {
    const parts = createKeptParts();
    const filler = createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "en" });
    const html = write(filler, "cut", () => "<b></b>");
    expect(await fill(filler, html.slice(0, html.indexOf("</b>")), 4)).toBe("<b>");
    expect(parts.find("en cut")).toBeUndefined();
  });

  it("cannot be forged by what people write, because React escapes it", async () => {
    const parts = createKeptParts();
    parts.keep("en secret", "<b>secret</b>");
    const filler = createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "en" });
    filler.place("secret");
    const typed = "&lt;kept-part id=&quot;0&quot;&gt;&lt;/kept-part&gt;";
    expect(await fill(filler, typed, 3)).toBe(typed);
  });
});

describe("a page whose data is slow", () => {
  it.each([1, 9, 1_000])(
    "is sent in two halves that make the whole, in chunks of %i bytes",
    async (chunkBytes) => {
      const parts = createKeptParts();
      const halves = (["before-data", "from-data"] as const).map(async (extent) => {
        const filler = createPartFiller({ cssBytes: CSS_BYTES, kept: parts, language: "en", extent });
        const head = write(filler, "head", () => "<b>head</b>");
        const foot = write(filler, "foot", () => "<b>foot</b>");
        return fill(filler, `<p>${head}<kept-part id="data"></kept-part><i>${foot}</i></p>`, chunkBytes);
      });
      expect(await Promise.all(halves)).toEqual(["<p><b>head</b>", "<i><b>foot</b></i></p>"]);
    },
  );
});

describe("the kept parts", () => {
  it("drop the oldest beyond their size", () => {
    const parts = createKeptParts(10);
    parts.keep("a", "1234");
    parts.keep("b", "1234");
    parts.keep("c", "1234");
    expect([parts.find("a"), parts.find("b"), parts.find("c")]).toEqual([undefined, "1234", "1234"]);
  });
});
