/** A button that answers a press. A link that looks like one takes class `button` and a `RippleSurface` itself. */
import type { ComponentProps } from "react";
import { RippleSurface } from "./ripple.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  /** `primary` for the main action of a view, `danger` for actions that cannot be undone, `quiet` for minor ones. */
  readonly look?: "plain" | "primary" | "quiet" | "danger";
  /** True while the action that this button started is under way: the button shows it and ignores presses. */
  readonly isBusy?: boolean;
}

/**
 * `type` defaults to `button`, so that no button submits a form by accident. Ignores the second press of a double click,
 * because the first one may have moved another button under the pointer.
 */
export function Button({
  look = "plain",
  isBusy = false,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = ["button", look === "plain" ? "" : `button--${look}`, className].filter(Boolean).join(" ");
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      aria-disabled={isBusy ? true : rest["aria-disabled"]}
      aria-busy={isBusy ? true : undefined}
      onClick={(event) => (isBusy || event.detail > 1 ? event.preventDefault() : onClick?.(event))}
    >
      <RippleSurface />
      <span className="button__label">{children}</span>
    </button>
  );
}
