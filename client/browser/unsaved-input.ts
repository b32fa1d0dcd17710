/** Knows whether the visitor has typed something that a reload would lose. */

/** The part of an input that matters here. */
interface Field extends EventTarget {
  readonly value: string;
  readonly isConnected: boolean;
  readonly form: object | null;
}

export interface UnsavedInput {
  readonly hasAny: () => boolean;
}

/** Listens on `root` from now on. Submitting or resetting a form takes its fields off; so does emptying or removing one. */
export function trackUnsavedInput(root: EventTarget): UnsavedInput {
  const touched = new Set<Field>();
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

function isField(target: EventTarget | null): target is Field {
  return target !== null && "value" in target && typeof target.value === "string" && "form" in target;
}
