/** A button that answers a press. A link that looks like one takes class `button` and a `RippleSurface` itself. */
import type { ComponentProps } from "react";
import { RippleSurface } from "./ripple.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  /** `primary` for the one thing a view is for, `danger` for what cannot be undone, `quiet` for the least. */
  readonly look?: "plain" | "primary" | "quiet" | "danger";
  /** Something started by this button is under way: it says so and does not start again. */
  readonly isBusy?: boolean;
}

/**
 * `type` is `button` unless said, so that no button sends a form by accident. The second press of a double click does nothing:
 * what the first has moved may lie under it.
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
