/** Reads and writes form fields: detects unsaved input and sets values. Only for the browser. */

/**
 * True if a field differs from its default value, whoever changed it. Code that is about to reload the document checks this
 * first.
 */
export function hasUnsavedInput(form: HTMLFormElement): boolean {
  return fieldsOf(form).some(isUnsaved);
}

/** The same for one field. */
export function isUnsaved(field: HTMLInputElement | HTMLSelectElement): boolean {
  return "options" in field
    ? field.selectedIndex !== defaultIndex(field)
    : field.value !== field.defaultValue || field.checked !== field.defaultChecked;
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
      field.defaultChecked = field.checked;
    }
  }
}

/** All fields that take input; the site has no other kinds. */
function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];
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
export function fillField(
  field: HTMLInputElement | HTMLSelectElement,
  value: string,
  checked: boolean,
): void {
  if (isToggle(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** False for all fields but checkboxes and radio buttons. */
export function isChecked(field: HTMLInputElement | HTMLSelectElement): boolean {
  return isToggle(field) && field.checked;
}

function isToggle(field: HTMLInputElement | HTMLSelectElement): field is HTMLInputElement {
  return (field.type === "checkbox" || field.type === "radio") && "checked" in field;
}
