import { describe, expect, it } from "vitest";
import { renderPage } from "#tests/client/render-page.tsx";
import { MarkedText } from "#client/ui/reading-page/marked-text.tsx";
import { usePageMarks } from "#client/pages/page-marks.tsx";

const render = (text: string) =>
  renderPage(<TextOfPage text={text} />, { language: "de", path: "/de/terms" });

function TextOfPage({ text }: { readonly text: string }) {
  return <MarkedText text={text} marks={usePageMarks()} />;
}

describe("MarkedText", () => {
  it("links a page in the page's language", () => {
    expect(render("Die <cookie-policy>Richtlinie</cookie-policy>.")).toBe(
      'Die <a href="/de/cookie-policy">Richtlinie</a>.',
    );
  });

  it("links an email address, but not a placeholder", () => {
    expect(render("<email>a@b.example</email>")).toBe('<a href="mailto:a@b.example">a@b.example</a>');
    expect(render("<email>[nicht angegeben]</email>")).toBe("[nicht angegeben]");
  });

  it("escapes all markup that it does not know", () => {
    expect(render("<script>x</script> <img src=x> <strong>a & b</strong>")).toBe(
      "x &lt;img src=x&gt; <strong>a &amp; b</strong>",
    );
  });
});
