import { describe, expect, it } from "vitest";
import { saveFormState } from "#client/browser/form-state.ts";
import { FORM_STATE_KEY } from "#shared/storage-names.ts";

const field = (name: string, attributes: { type?: string; autocomplete?: string } = {}) => ({
  name,
  type: "text",
  autocomplete: "",
  value: "typed",
  ...attributes,
});

/** Names of the fields that are kept of those given; Node has no elements, so these only look like some. */
function keptOf(...fields: object[]): string[] {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const document = { querySelectorAll: () => fields } as unknown as Document;
  saveFormState({ document, storage: () => storage, now: () => 0 }, "/en/admin");
  const { fields: kept }: { fields: { name: string }[] } = JSON.parse(
    stored.get(FORM_STATE_KEY) ?? '{"fields":[]}',
  );
  return kept.map(({ name }) => name);
}

describe("what was typed", () => {
  it("is kept whether or not the browser may propose it again", () => {
    expect(
      keptOf(field("from", { autocomplete: "off" }), field("name", { autocomplete: "nickname" })),
    ).toEqual(["from", "name"]);
  });

  it("is not kept where it is a secret", () => {
    const secrets = [
      field("passcode", { autocomplete: "off" }),
      field("passcode", { type: "password", autocomplete: "new-password" }),
      field("current_passcode", { type: "password", autocomplete: "current-password" }),
      field("code", { autocomplete: "one-time-code" }),
    ];
    expect(keptOf(...secrets)).toEqual([]);
  });
});
