import { describe, expect, it } from "vitest";
import { trackUnsavedInput } from "#client/browser/unsaved-input.ts";

/** Node has events but no elements: a field that bubbles to `root`. */
class Field extends EventTarget {
  value = "";
  readonly defaultValue = "";
  isConnected = true;
  readonly form = {};
}

function world(field = new Field()) {
  const root = Object.assign(new EventTarget(), { querySelectorAll: () => [field] });
  const send = (type: string, target: object) =>
    root.dispatchEvent(Object.defineProperty(new Event(type), "target", { value: target }));
  return { unsaved: trackUnsavedInput(root), field, send };
}

describe("unsaved input", () => {
  it("is there once something is typed, and gone when it is emptied", () => {
    const { unsaved, field, send } = world();
    expect(unsaved.hasAny()).toBe(false);
    field.value = "x";
    expect(unsaved.hasAny()).toBe(false);
    send("input", field);
    expect(unsaved.hasAny()).toBe(true);
    field.value = "";
    expect(unsaved.hasAny()).toBe(false);
  });

  it("is there with what was typed before anything listened", () => {
    const field = new Field();
    field.value = "DEMO-1001";
    expect(world(field).unsaved.hasAny()).toBe(true);
  });

  it.each(["submit", "reset"])("is gone after %s of its form only", (type) => {
    const { unsaved, field, send } = world();
    field.value = "x";
    send("input", field);
    send(type, {});
    expect(unsaved.hasAny()).toBe(true);
    send(type, field.form);
    expect(unsaved.hasAny()).toBe(false);
  });

  it("is gone with its field", () => {
    const { unsaved, field, send } = world();
    field.value = "x";
    send("change", field);
    field.isConnected = false;
    expect(unsaved.hasAny()).toBe(false);
  });
});
