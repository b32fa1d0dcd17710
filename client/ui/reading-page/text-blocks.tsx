/** Paragraphs and lists of a reading page. */
import { MarkedText, type Marks } from "./marked-text.tsx";
import { toBlocks, type Block } from "./to-blocks.ts";

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
