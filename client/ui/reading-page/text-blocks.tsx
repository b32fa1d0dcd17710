/** Paragraphs and lists of a reading page, from the lines of a text file. */
import { MarkedText, type Marks } from "./marked-text.tsx";

export interface TextBlocksProps {
  /** Lines as `toBlocks` takes them; no two may be equal. */
  readonly lines: readonly string[];
  readonly marks: Marks;
}

export function TextBlocks({ lines, marks }: TextBlocksProps) {
  return toBlocks(lines).map((block) => (
    <BlockOfText
      key={block.kind === "paragraph" ? block.text : block.items.join()}
      block={block}
      marks={marks}
    />
  ));
}

function BlockOfText({ block, marks }: { readonly block: Block; readonly marks: Marks }) {
  if (block.kind === "paragraph") {
    return (
      <p>
        <MarkedText text={block.text} marks={marks} />
      </p>
    );
  }
  const items = block.items.map((item) => (
    <li key={item}>
      <MarkedText text={item} marks={marks} />
    </li>
  ));
  return block.kind === "list" ? <ul>{items}</ul> : <ol>{items}</ol>;
}

type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list" | "steps"; readonly items: readonly string[] };

/**
 * Each line that is not empty is a paragraph, except that consecutive lines that start with `- ` form one list, and consecutive lines that start
 * with a number and a full stop (`1. `) form one ordered list.
 */
export function toBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: { kind: Block["kind"]; lines: string[] }[] = [];
  for (const line of lines.filter((text) => text !== "")) {
    const kind = kindOf(line);
    const last = blocks.at(-1);
    if (last && kind !== "paragraph" && last.kind === kind) last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks.map(({ kind, lines: own }) =>
    kind === "paragraph"
      ? { kind, text: own.join("") }
      : { kind, items: own.map((line) => line.replace(BULLET, "").replace(NUMBER, "")) },
  );
}

const BULLET = /^- /;
const NUMBER = /^\d+\. /;

function kindOf(line: string): Block["kind"] {
  if (BULLET.test(line)) return "list";
  return NUMBER.test(line) ? "steps" : "paragraph";
}
