/** What was typed into a form and not yet sent. Only for the browser. */

/**
 * True where a field holds something else than it was given. Such a form carries the attribute `data-dirty`: whoever is
 * about to load the document again asks for `form[data-dirty]` first (spec section 4; design section 8).
 */
export function hasUnsavedInput(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLInputElement) {
      return isChoice(element)
        ? element.checked !== element.defaultChecked
        : element.value !== element.defaultValue;
    }
    if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
    if (element instanceof HTMLSelectElement) return element.selectedIndex !== defaultIndex(element);
    return false;
  });
}

/** From now on the fields were given what they hold. */
export function acceptInput(form: HTMLFormElement): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement) {
      if (isChoice(element)) element.defaultChecked = element.checked;
      else element.defaultValue = element.value;
    } else if (element instanceof HTMLTextAreaElement) element.defaultValue = element.value;
    else if (element instanceof HTMLSelectElement) {
      for (const option of element.options) option.defaultSelected = option.selected;
    }
  }
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === "checkbox" || type === "radio";
}

/** A list without a default begins with its first option. */
function defaultIndex({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    [...options].findIndex((option) => option.defaultSelected),
  );
}
