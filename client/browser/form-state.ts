/** Carries what was typed over to the next document of the same page: after a reload, or in another language. */
import * as v from "valibot";
import { fillField, isChecked } from "#client/form/fill-field.ts";
import { isUnsaved } from "#client/form/unsaved-input.ts";
import { FORM_STATE_KEY } from "#shared/storage-names.ts";

/** Older than this, what was typed is no longer what the visitor is doing. */
const MAX_AGE_MS = 60_000;

const SavedField = v.object({
  name: v.string(),
  /** Position among the fields of that name. */
  nth: v.number(),
  value: v.string(),
  checked: v.boolean(),
});

type SavedField = v.InferOutput<typeof SavedField>;

const SavedForms = v.object({ path: v.string(), savedAtMs: v.number(), fields: v.array(SavedField) });

export interface FormStateWorld {
  readonly document: Pick<Document, "querySelectorAll">;
  /** The tab's own storage; may throw. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly now: () => number;
}

type Field = HTMLInputElement | HTMLSelectElement;

/** Keeps every field that is filled in or was emptied. Never passwords, codes, files or hidden fields; false where that loses something. */
export function saveFormState({ document, storage, now }: FormStateWorld, path: string): boolean {
  const keepable = keepableFields(document);
  const fields = keepable
    .filter(({ field }) => field.value !== "" || isChecked(field) || isUnsaved(field))
    .map(({ field, name, nth }): SavedField => ({
      name,
      nth,
      value: field.value,
      checked: isChecked(field),
    }));
  try {
    if (fields.length === 0) storage().removeItem(FORM_STATE_KEY);
    else storage().setItem(FORM_STATE_KEY, JSON.stringify({ path, savedAtMs: now(), fields }));
  } catch {
    // Storage is blocked: what was typed is lost, as with any reload.
    return false;
  }
  return allFields(document).every(
    (field) => !isUnsaved(field) || keepable.some((one) => one.field === field),
  );
}

/**
 * Takes what was kept for `path` out of the storage. The function returned fills in the fields that are there now, and
 * tells whether any is still to come; null where nothing was kept.
 */
export function takeFormState(
  { document, storage, now }: FormStateWorld,
  path: string,
): (() => boolean) | null {
  const saved = takeSaved(storage);
  if (!saved || saved.path !== path || now() - saved.savedAtMs > MAX_AGE_MS) return null;
  let missing = saved.fields;
  return () => {
    const present = keepableFields(document);
    missing = missing.filter(({ name, nth, value, checked }) => {
      const found = present.find((one) => one.name === name && one.nth === nth);
      if (found) fillField(found.field, value, checked);
      return !found;
    });
    return missing.length > 0;
  };
}

function takeSaved(storage: FormStateWorld["storage"]): v.InferOutput<typeof SavedForms> | null {
  try {
    const text = storage().getItem(FORM_STATE_KEY);
    if (text === null) return null;
    storage().removeItem(FORM_STATE_KEY);
    return v.parse(SavedForms, JSON.parse(text));
  } catch {
    return null;
  }
}

function allFields(document: FormStateWorld["document"]): Field[] {
  return [...document.querySelectorAll<Field>("form input, form select")];
}

const UNKEPT_TYPES = new Set(["password", "file", "hidden"]);

function keepableFields(document: FormStateWorld["document"]): { field: Field; name: string; nth: number }[] {
  const counts = new Map<string, number>();
  return allFields(document).flatMap((field) => {
    const { name, type, autocomplete } = field;
    // Staff's are shown as they are typed: by type and autocompletion they are like any other.
    const isSecret = name === "passcode" || /one-time-code|password|^cc-/.test(autocomplete);
    if (name === "" || UNKEPT_TYPES.has(type) || isSecret) return [];
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    return [{ field, name, nth }];
  });
}
