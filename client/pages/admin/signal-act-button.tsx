/** A button for one act on one signal, and its dialog: both name the signal so that no other can be meant. */
import { DialogButton, type DialogButtonProps } from "#client/form/dialog-button.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { WhichSignal } from "./which-signal.tsx";

export interface SignalActButtonProps extends Pick<DialogButtonProps, "text" | "look" | "children"> {
  readonly signal: Signal;
  /** Heading of the dialog, above what tells the signal from others. */
  readonly title: string;
}

export function SignalActButton({ signal, title, ...button }: SignalActButtonProps) {
  const which = <WhichSignal signal={signal} />;
  return (
    <DialogButton
      {...button}
      about={
        <>
          {signal.asset}, {which}
        </>
      }
      title={
        <span className="two-lines">
          {title} <small>{which}</small>
        </span>
      }
    />
  );
}
