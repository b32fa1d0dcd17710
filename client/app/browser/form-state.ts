/**
 * Restores typed input when the same page is shown again: after a reload, in another language, or after a member whose session
 * ended has signed in again.
 */
import * as v from "valibot";
import type { Session } from "#client/features/session/session.ts";
import { fillField, FORM_FIELDS, type FormField, isChecked, isUnsaved } from "#client/ui/fields.ts";
import { readStored, store, type StorageAccess } from "#client/data/storage.ts";
import { FORM_STATE_KEY, INTERRUPTED_FORM_KEY } from "#shared/site/storage-names.ts";
import { INTERRUPTED_FORM_MS, KEPT_FORM_MS } from "#shared/limits/browser.ts";

const SavedField = v.object({
  name: v.string(),
  /** Title of the dialog that contains the field; empty outside a dialog. */
  dialog: v.string(),
  /** Index among the fields of the same name in the same dialog. */
  nth: v.number(),
  value: v.string(),
  checked: v.boolean(),
});

type SavedField = v.InferOutput<typeof SavedField>;

const SavedForms = v.object({ path: v.string(), savedAtMs: v.number(), fields: v.array(SavedField) });

const InterruptedForms = v.object({ ...SavedForms.entries, member: v.string() });

/** Fills in the fields that are present; true if some are still missing. */
type Fill = () => boolean;

export interface FormStateWorld {
  readonly document: Pick<Document, "querySelectorAll">;
  /** The tab's own storage. If storage is blocked, typed input is lost, as with any reload. */
  readonly storage: StorageAccess;
  readonly now: () => number;
}

/**
 * Saves every field that is filled in or was emptied, except files, hidden fields and secrets (`data-secret`). False if storage is
 * blocked or an excluded field has input that would be lost.
 */
export function saveFormState(world: FormStateWorld, path: string): boolean {
  const keepable = keepableFields(world.document);
  const fields = keepable.filter(({ field }) => field.value !== "" || isChecked(field) || isUnsaved(field));
  const saved = { path, savedAtMs: world.now(), fields: fields.map(toSaved) };
  if (!store(world.storage, FORM_STATE_KEY, fields.length === 0 ? null : JSON.stringify(saved))) return false;
  return allFields(world.document).every(
    (field) => !isUnsaved(field) || keepable.some((one) => one.field === field),
  );
}

/** Reads the input saved for `path` and removes it from storage; null if there is none. */
export function takeFormState(world: FormStateWorld, path: string): Fill | null {
  const saved = read(world, FORM_STATE_KEY, SavedForms);
  store(world.storage, FORM_STATE_KEY, null);
  const isOurs = saved?.path === path && world.now() - saved.savedAtMs <= KEPT_FORM_MS;
  return isOurs ? filling(world.document, saved.fields) : null;
}

/** Saves the changed, unsent fields for `member`, with the same exceptions. True if there was anything to save. */
export function saveInterrupted(world: FormStateWorld, path: string, member: string): boolean {
  const fields = keepableFields(world.document).filter(({ field }) => isUnsaved(field));
  const saved = { path, member, savedAtMs: world.now(), fields: fields.map(toSaved) };
  return fields.length > 0 && store(world.storage, INTERRUPTED_FORM_KEY, JSON.stringify(saved));
}

/** Like `takeFormState`, once `member` is on that page again. Discards input that was saved for another member. */
export function takeInterrupted(world: FormStateWorld, path: string, member: string): Fill | null {
  const saved = read(world, INTERRUPTED_FORM_KEY, InterruptedForms);
  const isOver = saved?.member !== member || world.now() - saved.savedAtMs > INTERRUPTED_FORM_MS;
  if (saved && !isOver && saved.path !== path) return null;
  store(world.storage, INTERRUPTED_FORM_KEY, null);
  return isOver ? null : filling(world.document, saved.fields);
}

function filling(document: FormStateWorld["document"], saved: readonly SavedField[]): Fill {
  let missing = saved;
  return () => {
    const present = keepableFields(document);
    missing = missing.filter(({ name, dialog, nth, value, checked }) => {
      const found = present.find((one) => one.name === name && one.dialog === dialog && one.nth === nth);
      if (found) fillField(found.field, value, checked);
      return !found;
    });
    return missing.length > 0;
  };
}

function read<TSchema extends v.GenericSchema>(
  { storage }: FormStateWorld,
  key: string,
  schema: TSchema,
): v.InferOutput<TSchema> | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readStored(storage, key));
  return parsed.success ? parsed.output : null;
}

function allFields(document: FormStateWorld["document"]): FormField[] {
  return [...document.querySelectorAll<FormField>(`form :is(${FORM_FIELDS})`)];
}

const UNKEPT_TYPES = new Set(["file", "hidden"]);

interface KeepableField extends Pick<SavedField, "name" | "dialog" | "nth"> {
  readonly field: FormField;
}

function toSaved({ field, ...place }: KeepableField): SavedField {
  return { ...place, value: field.value, checked: isChecked(field) };
}

function keepableFields(document: FormStateWorld["document"]): KeepableField[] {
  const counts = new Map<string, number>();
  return allFields(document).flatMap((field) => {
    const { name, type, dataset } = field;
    if (name === "" || UNKEPT_TYPES.has(type) || dataset.secret !== undefined) return [];
    const dialog = field.closest("dialog")?.querySelector("h2")?.textContent ?? "";
    const place = JSON.stringify([dialog, name]);
    const nth = counts.get(place) ?? 0;
    counts.set(place, nth + 1);
    return [{ field, name, dialog, nth }];
  });
}

export interface InterruptedFormsWorld {
  /** Saves unsent input; true if there was anything to save. */
  readonly save: (member: string) => boolean;
  /** Restores the input saved for the member, if it was typed on the page that is shown. */
  readonly restore: (member: string) => void;
}

export interface InterruptedForms {
  /** True if the last end of a session interrupted a form. */
  readonly areKept: () => boolean;
  /** To be called when another page may be shown. */
  readonly arrive: () => void;
}

/** Saves nothing when the member signs out in this tab, because the sign-out has already asked about the loss. */
export function keepInterruptedForms(
  session: Pick<Session, "getState" | "subscribe">,
  { save, restore }: InterruptedFormsWorld,
): InterruptedForms {
  let member: string | null = null;
  let areKept = false;

  function arrive(): void {
    const { user } = session.getState();
    if (user) restore(String(user.id));
  }

  // This listener runs before React renders the page without its forms.
  session.subscribe(() => {
    const state = session.getState();
    if (state.phase === "signed-out") {
      areKept = member !== null && !state.isOnPurpose && save(member);
      member = null;
    } else if (state.user) {
      member = String(state.user.id);
    }
    arrive();
  });
  return { areKept: () => areKept, arrive };
}
