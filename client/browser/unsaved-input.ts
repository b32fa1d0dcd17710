/** Knows whether the visitor has typed something that a reload would lose. */

/** The part of an input that matters here. */
interface Field extends EventTarget {
  readonly value: string;
  readonly isConnected: boolean;
  readonly form: object | null;
}

interface FieldRoot extends EventTarget {
  readonly querySelectorAll: (selectors: string) => Iterable<EventTarget>;
}

const TYPED_FIELDS = "form input:not([type=hidden]), form textarea";

export interface UnsavedInput {
  readonly hasAny: () => boolean;
}

/**
 * Listens on `root` from now on; fields that hold something else than the document gave them by then count as well.
 * Submitting or resetting a form takes its fields off; so does emptying or removing one.
 */
export function trackUnsavedInput(root: FieldRoot): UnsavedInput {
  const touched = new Set([...root.querySelectorAll(TYPED_FIELDS)].filter(isField).filter(isChanged));
  const touch = ({ target }: Event) => {
    if (isField(target)) touched.add(target);
  };
  const forget = ({ target }: Event) => {
    for (const field of touched) if (field.form === target) touched.delete(field);
  };
  for (const type of ["input", "change"]) root.addEventListener(type, touch, { capture: true });
  for (const type of ["submit", "reset"]) root.addEventListener(type, forget, { capture: true });
  return {
    hasAny() {
      for (const field of touched) if (!field.isConnected) touched.delete(field);
      return [...touched].some(({ value }) => value !== "");
    },
  };
}

function isChanged(field: Field): boolean {
  return "defaultValue" in field && field.defaultValue !== field.value;
}

function isField(target: EventTarget | null): target is Field {
  return target !== null && "value" in target && typeof target.value === "string" && "form" in target;
}
