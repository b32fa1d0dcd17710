/** Texts to copy. A button copies them; without script the text can be selected. */
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export interface CopyTextProps {
  readonly label: string;
  readonly text: string;
}

/** Preformatted text. */
export function CopyText({ label, text }: CopyTextProps) {
  const { t } = useTranslation("common");
  const labelId = useId();
  return (
    <div className="copy-text">
      <p id={labelId} className="field__label">
        {label}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className="formula" role="region" aria-labelledby={labelId} tabIndex={0}>
        {text}
      </pre>
      <div className="actions">
        <CopyButton text={text} refused={t("copy.refused")}>
          {t("copy.action")}
          <span className="visually-hidden">{label}</span>
        </CopyButton>
      </div>
    </div>
  );
}

export interface CopyButtonProps {
  readonly text: string;
  /** Shown if the browser does not allow copying: what to do instead. */
  readonly refused: string;
  readonly children: ReactNode;
}

/** Copies `text` and says beside the button whether that succeeded. */
export function CopyButton({ text, refused, children }: CopyButtonProps) {
  const { t } = useTranslation("common");
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Rejected without permission or outside a secure context.
      setState("refused");
    }
  }

  return (
    <>
      <Button className="needs-script" onClick={() => void copy()}>
        {state === "copied" ? <Icon name="check" /> : null}
        <span>{children}</span>
      </Button>
      <output className="field__hint">
        {state === "copied" ? t("copy.copied") : state === "refused" ? refused : null}
      </output>
    </>
  );
}
