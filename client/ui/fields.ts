/** Reads and writes form fields: detects unsaved input and sets values. Only for the browser. */

export type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Selects the fields of a form. */
export const FORM_FIELDS = "input, select, textarea";

/**
 * True if a field differs from its default value, whoever changed it. Code that is about to reload the document checks this
 * first.
 */
export function hasUnsavedInput(form: HTMLFormElement): boolean {
  return fieldsOf(form).some(isUnsaved);
}

/** The same for one field. */
export function isUnsaved(field: FormField): boolean {
  if ("options" in field) return field.selectedIndex !== defaultIndex(field);
  return field.value !== field.defaultValue || (isToggle(field) && field.checked !== field.defaultChecked);
}

/**
 * Records the values of the fields. The returned function restores them, runs `settle` on the form, and then restores the input
 * entered since.
 */
export function noteInput(form: HTMLFormElement): (settle: () => void) => void {
  const noted = fieldsOf(form).map((field) => ({ field, value: field.value }));
  return (settle) => {
    const changed = noted.filter(({ field, value }) => field.value !== value);
    const swap = () => {
      for (const one of changed) [one.field.value, one.value] = [one.value, one.field.value];
    };
    swap();
    settle();
    swap();
  };
}

/** Makes the current values the fields' defaults. */
export function acceptInput(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) {
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.defaultSelected = option.selected;
    } else {
      field.defaultValue = field.value;
      if (isToggle(field)) field.defaultChecked = field.checked;
    }
  }
}

function fieldsOf(form: HTMLFormElement): FormField[] {
  return [...form.querySelectorAll<FormField>(FORM_FIELDS)];
}

/** A select without a default starts with its first option. */
function defaultIndex({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    [...options].findIndex((option) => option.defaultSelected),
  );
}

/**
 * Sets a field's value as if the user had: through the prototype's setter and with events, so that React notices the change.
 */
export function fillField(field: FormField, value: string, checked: boolean): void {
  if (isToggle(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** False for all fields but checkboxes and radio buttons. */
export function isChecked(field: FormField): boolean {
  return isToggle(field) && field.checked;
}

function isToggle(field: FormField): field is HTMLInputElement {
  return (field.type === "checkbox" || field.type === "radio") && "checked" in field;
}
