import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { InLanguage } from "#tests/client/in-language.tsx";
import { MarkedText } from "#client/ui/reading-page/marked-text.tsx";
import { usePageMarks } from "#client/pages/page-marks.tsx";

function render(text: string): string {
  return renderToStaticMarkup(
    <StaticRouter location="/de/terms">
      <InLanguage language="de">
        <TextOfPage text={text} />
      </InLanguage>
    </StaticRouter>,
  );
}

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
