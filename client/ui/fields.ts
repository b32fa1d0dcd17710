/** What the fields of a form hold: what was typed and not yet sent, and how a value is put in. Only for the browser. */

/**
 * True where a field holds something else than it was given, by whatever hand. Whoever is about to load the document again asks
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
 * Notes what the fields hold. The function given back runs `settle` on the form as it was then, and puts back what was entered
 * since.
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

/** From now on the fields were given what they hold. */
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

/** All that can be filled in; the site has no other kinds. */
function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];
}

/** A list without a default begins with its first option. */
function defaultIndex({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    [...options].findIndex((option) => option.defaultSelected),
  );
}

/**
 * Puts a value into a field as if the visitor had: through the prototype's setter and with events, so that React sees a change it did
 * not make itself.
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
