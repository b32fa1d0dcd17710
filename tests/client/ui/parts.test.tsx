import { describe, expect, it } from "vitest";
import { Button } from "#client/ui/button.tsx";
import { DataTable } from "#client/ui/data-table.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { IntervalBar, type IntervalBarProps } from "#client/ui/interval-bar.tsx";
import { LoadingBar } from "#client/ui/loading-bar/loading-bar.tsx";
import { OutcomeBadge, type BadgeKind } from "#client/ui/outcome-badge.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { Toasts } from "#client/ui/toasts/toast-area.tsx";
import { renderPage } from "#tests/client/render-page.tsx";

const BAR = <LoadingBar label="Page is loading" />;

describe("the interval bar", () => {
  const html = (props: Partial<IntervalBarProps>) =>
    renderPage(<IntervalBar estimate={0.6} low={0.5} high={0.7} breakEven={null} label="Rate" {...props} />);

  it("is an image with its numbers as text alternative", () => {
    expect(html({ label: "60 %, 50.2 to 69.1 %" })).toContain('role="img" aria-label="60 %, 50.2 to 69.1 %"');
  });

  it.each([
    ["the part beyond break-even", 0.502, 0.6906, 0.5405, ["50.20%", "18.86%"], ["54.05%", "15.01%"]],
    ["all of it above break-even", 0.5455, 0.6234, 0.5455, ["54.55%", "7.79%"], ["54.55%", "7.79%"]],
    ["none of it below break-even", 0.5455, 0.6234, 0.7, ["54.55%", "7.79%"], ["62.34%", "0.00%"]],
  ])("fills of the interval %s", (_part, low, high, breakEven, band, proven) => {
    const bar = html({ low, high, breakEven });
    expect(bar).toContain(`class="interval__band" x="${band[0]}" width="${band[1]}"`);
    expect(bar).toContain(`class="interval__proven" x="${proven[0]}" width="${proven[1]}"`);
  });

  it("shows the part of the scale that its axis asks for", () => {
    const bar = html({ breakEven: 0.55, axis: { low: 0.4, high: 0.8 } });
    expect(bar).toContain('class="interval__band" x="25.00%" width="50.00%"');
    expect(bar).toContain('class="interval__proven" x="37.50%" width="37.50%"');
    expect(bar).toContain('<svg x="50.00%"');
    expect(bar.match(/y1="13"/g)).toHaveLength(2);
  });

  it("is empty if nothing has been settled", () => {
    const bar = html({ estimate: null, low: null, high: null });
    expect(bar).toContain('data-empty="true"');
    expect(bar).not.toMatch(/interval__(band|proven|estimate|break-even)/);
  });

  it.each([
    [-0.1, "0.00%", "100.00%"],
    [0.4, "40.00%", "60.00%"],
  ])("draws nothing below 0 or above 100 percent: from %d", (low, x, width) => {
    const bar = html({ estimate: 1.2, low, high: 1.2 });
    expect(bar).toContain(`class="interval__band" x="${x}" width="${width}"`);
    expect(bar).toContain('<svg x="100.00%"');
  });
});

it("the outcome badge has a different icon and word for every outcome", () => {
  const outcomes = ["open", "won", "lost", "draw", "void"] as const;
  const marks = ["late", "otc", "corrected", "hand", "waiting"] as const;
  const kinds: readonly BadgeKind[] = [...outcomes, ...marks];
  const badges = kinds.map((kind) => renderPage(<OutcomeBadge kind={kind} label={`word for ${kind}`} />));
  const shapes = new Set(badges.map((html) => /<path d="([^"]+)"/.exec(html)?.[1]));
  expect(shapes.size).toBe(kinds.length);
  for (const [index, html] of badges.entries())
    expect(html).toContain(`<span>word for ${kinds[index]}</span>`);
});

describe("the text field", () => {
  it("connects label, error and hint with the input", () => {
    const html = renderPage(
      <TextField name="account" label="Account id" hint="Six digits" error="Too short" />,
    );
    const id = /<input[^>]* id="([^"]+)"/.exec(html)?.[1];
    expect(html).toContain(`<label class="field__label" for="${id}">`);
    expect(html).toContain(`aria-invalid="true" aria-describedby="${id}-error ${id}-hint"`);
    expect(html).toMatch(new RegExp(`id="${id}-error".*Too short`));
    expect(html).toMatch(new RegExp(`id="${id}-hint".*Six digits`));
  });

  it("is not marked as invalid without an error", () => {
    const html = renderPage(<TextField name="account" label="Account id" />);
    expect(html).not.toMatch(/aria-invalid|aria-describedby/);
  });
});

it("the button does not submit a form unless it is told to", () => {
  expect(renderPage(<Button>Follow</Button>)).toContain('type="button"');
  expect(renderPage(<Button type="submit">Send</Button>)).toContain('type="submit"');
});

describe("the table", () => {
  interface Row {
    readonly name: string;
    readonly n: number;
  }
  const columns = [
    { key: "trader", header: "Trader", cell: (row: Row) => row.name },
    { key: "n", header: "Settled", cell: (row: Row) => row.n, isNumber: true },
  ];
  const table = (...rows: Row[]) =>
    renderPage(
      <DataTable
        caption="Traders"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        empty="None yet"
      />,
    );

  it("labels each row, and each cell with its column for narrow screens", () => {
    const html = table({ name: "ebb", n: 388 });
    expect(html).toContain('<th role="rowheader" scope="row">ebb</th>');
    expect(html).toContain(
      '<td role="cell" class="table__number" data-column="n" data-label="Settled">388</td>',
    );
  });

  it("names the time zone once if a column has times, and otherwise not at all", () => {
    expect(table({ name: "ebb", n: 388 })).not.toContain("data-zone");
    const cell = (at: number) => <Time at={at} precision="listed" />;
    const times = [{ key: "at", header: "At", isTime: true, cell }];
    const html = renderPage(
      <DataTable caption="Acts" columns={times} rows={[0, 60_000]} rowKey={(at) => at} empty="" />,
      { language: "de" },
    );
    expect(html.match(/data-zone="">UTC</g)).toHaveLength(1);
    expect(html.match(/>01\.01\.1970, 00:0[01]</g)).toHaveLength(2);
  });

  it("shows a message if it has no rows", () => {
    expect(table()).toBe('<div class="empty">None yet</div>');
  });
});

describe("a time", () => {
  it("is rendered in UTC on the server, with the zone", () => {
    expect(renderPage(<Time at={Date.UTC(2026, 2, 5, 21, 4, 9)} />, { language: "de" })).toBe(
      '<time dateTime="2026-03-05T21:04:09.000Z">05.03.2026, 21:04 UTC</time>',
    );
  });

  it.each([
    ["en", "Mar 5, 2026, 09:04", "Mar 5, 2026, 09:04:09 UTC"],
    ["de", "05.03.2026, 09:04", "05.03.2026, 09:04:09 UTC"],
    ["fr", "5 mars 2026, 09:04", "5 mars 2026, 09:04:09 UTC"],
    ["it", "5 mar 2026, 09:04", "5 mar 2026, 09:04:09 UTC"],
    ["es", "5 mar 2026, 9:04", "5 mar 2026, 9:04:09 UTC"],
  ] as const)("is in the medium form of %s, with 24 hours", (language, listed, second) => {
    const at = "2026-03-05T09:04:09.000Z";
    expect(renderPage(<Time at={at} precision="listed" />, { language })).toContain(`>${listed}<`);
    expect(renderPage(<Time at={at} precision="second" />, { language })).toContain(`>${second}<`);
  });
});

describe("rendered on the server,", () => {
  it("the toast area has both live regions, and they are empty", () => {
    const html = renderPage(<Toasts />);
    expect(html).toMatch(/aria-live="assertive"[^>]*><\/div>/);
    expect(html).toMatch(/aria-live="polite"[^>]*><\/div>/);
  });

  it("the loading bar is a hidden progress bar", () => {
    const html = renderPage(BAR);
    expect(html).toMatch(/^<progress [^>]*aria-label="Page is loading"/);
    expect(html).toContain('data-visible="false"');
  });

  it("a closed dialog has no content", () => {
    const html = renderPage(
      <Dialog isOpen={false} onClose={() => {}} title="Sign in" closeLabel="Close">
        <p>secret</p>
      </Dialog>,
    );
    expect(html).not.toMatch(/secret| open/);
  });

  it("no component writes a style attribute, which the Content-Security-Policy forbids", () => {
    const html = renderPage(
      <>
        <Button>Follow</Button>
        <IntervalBar estimate={0.5} low={0.4} high={0.6} breakEven={0.5} label="x" writeScale={String} />
        {BAR}
        <Toasts />
      </>,
    );
    expect(html).not.toContain("style=");
  });
});
