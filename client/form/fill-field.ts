/** Puts a value into a field as if the visitor had. Only for the browser. */

/** Through the prototype's setter and with events, so that React sees a change it did not make itself. */
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
