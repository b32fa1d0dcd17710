/** What streaming does to the order of a document, and that a crawler is spared it. */
import { Suspense, use } from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { describe, expect, it } from "vitest";
import { renderWhole } from "#worker/gateway/pages/whole-document.ts";

const PARAGRAPH = "The record says what was published and what became of it. ";

function Slow({ text }: { readonly text: Promise<string> }) {
  return <p>{use(text)}</p>;
}

/** A slow part in the middle, and one in front of the end that is larger than React sends in its place. */
function page() {
  const text = new Promise<string>((resolve) => {
    setTimeout(() => resolve("middle"), 5);
  });
  return (
    <html lang="en">
      <body>
        <h1>beginning</h1>
        <Suspense fallback={<p>waiting</p>}>
          <Slow text={text} />
        </Suspense>
        <Suspense fallback={<p>waiting</p>}>
          <section>{PARAGRAPH.repeat(500)}</section>
        </Suspense>
        <footer>end</footer>
      </body>
    </html>
  );
}

/** As a reader without script comes upon it: nothing hidden, no script. */
function readingOrder(html: string): string[] {
  const words = html.replaceAll(/<script[\s\S]*?<\/script>/g, "").replaceAll(/<[^>]*>/g, " ");
  return ["beginning", "waiting", "middle", "The record says", "end"].filter((word) => words.includes(word));
}

describe("a document in one piece", () => {
  it("has every part in its place, without anything hidden for a script to move", async () => {
    const html = await new Response(await renderWhole(page(), {})).text();
    expect(readingOrder(html)).toEqual(["beginning", "middle", "The record says", "end"]);
    expect(html.indexOf("middle")).toBeLessThan(html.indexOf("The record says"));
    expect(html.indexOf("The record says")).toBeLessThan(html.indexOf("<footer>"));
    expect(html).not.toMatch(/<template|<div hidden|\$RC\(/);
  });

  it("is what streaming does not give", async () => {
    const html = await new Response(await renderToReadableStream(page())).text();
    expect(html).toMatch(/<template/);
    expect(html.indexOf("middle")).toBeGreaterThan(html.indexOf("<footer>"));
  });

  it("rejects where the shell cannot be rendered", async () => {
    const Broken = () => {
      throw new Error("no shell");
    };
    await expect(renderWhole(<Broken />, { onError: () => {} })).rejects.toThrow("no shell");
  });
});
