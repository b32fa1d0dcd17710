/** What a toast is. Fields: spec section 3. */

export type ToastSeverity = "info" | "success" | "warn" | "error";

/** What a caller says. */
export interface ToastMessage {
  /** `info` unless said. Warnings and errors interrupt a screen reader, the others wait. */
  readonly severity?: ToastSeverity | undefined;
  readonly summary: string;
  readonly detail?: string | undefined;
  /** Milliseconds on view; without it, or with 0, the toast stays until it is closed or removed. */
  readonly life?: number | undefined;
  /** Whether there is a close button; yes unless said. */
  readonly closable?: boolean | undefined;
  /** Shown by the area of the same group; without it, by the area without a group. */
  readonly group?: string | undefined;
  /** Replaces the toast that already has this id. Made up unless said. */
  readonly id?: string | undefined;
  /** One thing the reader can do about it; the toast is removed once it is done. */
  readonly action?: ToastAction | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** What an area shows. */
export interface Toast {
  readonly id: string;
  readonly severity: ToastSeverity;
  readonly summary: string;
  readonly detail: string | null;
  /** Null where it stays. */
  readonly lifeMs: number | null;
  readonly closable: boolean;
  readonly group: string | null;
  readonly action: ToastAction | null;
}

export function toToast(message: ToastMessage, id: string): Toast {
  return {
    id,
    severity: message.severity ?? "info",
    summary: message.summary,
    detail: message.detail ?? null,
    lifeMs: toLifeMs(message.life),
    closable: message.closable ?? true,
    group: message.group ?? null,
    action: message.action ?? null,
  };
}

// A platform timer counts in 31 bits; a longer delay would fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

function toLifeMs(life: number | undefined): number | null {
  return life !== undefined && life > 0 && life <= MAX_TIMER_MS ? life : null;
}
