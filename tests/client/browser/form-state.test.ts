import { describe, expect, it } from "vitest";
import { saveFormState } from "#client/browser/form-state.ts";
import { FORM_STATE_KEY } from "#shared/storage-names.ts";

const field = (name: string, attributes: object = {}) => ({
  name,
  type: "text",
  autocomplete: "",
  value: "typed",
  ...attributes,
});

/** What is kept of the fields given; Node has no elements, so these only look like some. */
function keep(...fields: object[]): { names: string[]; isAll: boolean } {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const document = { querySelectorAll: () => fields } as unknown as Document;
  const isAll = saveFormState({ document, storage: () => storage, now: () => 0 }, "/en/admin");
  const { fields: kept }: { fields: { name: string }[] } = JSON.parse(
    stored.get(FORM_STATE_KEY) ?? '{"fields":[]}',
  );
  return { names: kept.map(({ name }) => name), isAll };
}

describe("what was typed", () => {
  it("is kept whether or not the browser may propose it again", () => {
    expect(keep(field("from", { autocomplete: "off" }), field("name", { autocomplete: "nickname" }))).toEqual(
      {
        names: ["from", "name"],
        isAll: true,
      },
    );
  });

  it("is not kept where it is a secret", () => {
    const secrets = [
      field("passcode", { autocomplete: "off" }),
      field("passcode", { type: "password", autocomplete: "new-password" }),
      field("current_passcode", { type: "password", autocomplete: "current-password" }),
      field("code", { autocomplete: "one-time-code" }),
    ];
    expect(keep(...secrets)).toEqual({ names: [], isAll: false });
  });

  it("is kept where a field was emptied", () => {
    const emptied = field("display_name", { value: "", defaultValue: "Ada" });
    const untouched = field("passcode", { value: "", defaultValue: "" });
    expect(keep(emptied, untouched)).toEqual({ names: ["display_name"], isAll: true });
  });
});
