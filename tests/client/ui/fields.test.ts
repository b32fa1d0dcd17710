import { expect, it } from "vitest";
import { hasUnsavedInput } from "#client/ui/fields.ts";

const text = { type: "text", value: "typed", defaultValue: "" };
const choice = { type: "select-one", selectedIndex: 1, options: [{ defaultSelected: false }] };
const box = { type: "checkbox", value: "on", defaultValue: "on", checked: true, defaultChecked: false };

/** Node has no elements, so this only looks like a form with one field. */
function formWith(name: string, field: object): HTMLFormElement {
  const querySelectorAll = (selector: string) => (selector.split(", ").includes(name) ? [field] : []);
  return { querySelectorAll } as unknown as HTMLFormElement;
}

it.each([
  ["input", text],
  ["input", box],
  ["select", choice],
  ["textarea", { ...text, type: "textarea" }],
])("a changed %s is unsaved input", (name, field) => {
  expect(hasUnsavedInput(formWith(name, field))).toBe(true);
});
