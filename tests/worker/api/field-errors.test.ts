import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { fieldErrors } from "#worker/api/field-errors.ts";

function errorsOf(schema: v.GenericSchema, value: unknown) {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? {} : fieldErrors(parsed.issues);
}

describe("fieldErrors", () => {
  it.each([
    [v.string(), undefined, "This field is required."],
    [v.string(), null, "This field may not be null."],
    [v.string(), 1, "Not a valid string."],
    [v.pipe(v.string(), v.nonEmpty()), "", "This field may not be blank."],
    [v.pipe(v.string(), v.minLength(3)), "ab", "Ensure this field has at least 3 characters."],
    [v.pipe(v.string(), v.maxLength(1)), "ab", "Ensure this field has no more than 1 characters."],
    [v.pipe(v.string(), v.regex(/^a$/)), "b", "Enter a valid value."],
    [v.number(), "1", "A valid number is required."],
    [v.number(), "", "A valid number is required."],
    [v.pipe(v.number(), v.integer()), 1.5, "A valid integer is required."],
    [v.pipe(v.number(), v.minValue(2)), 1, "Ensure this value is greater than or equal to 2."],
    [v.pipe(v.number(), v.maxValue(2)), 3, "Ensure this value is less than or equal to 2."],
    [v.boolean(), "yes", "Must be a valid boolean."],
    [v.picklist(["won", "lost"]), "open", '"open" is not a valid choice.'],
    [
      v.pipe(
        v.string(),
        v.check((text) => text === "a", "Must be a."),
      ),
      "b",
      "Must be a.",
    ],
  ])("words error %# like Django REST framework", (schema, value, message) => {
    expect(errorsOf(v.object({ field: schema }), { field: value })).toEqual({ field: [message] });
  });

  it("names every invalid field once, and nested fields by their path", () => {
    const Schema = v.object({
      name: v.pipe(v.string(), v.nonEmpty(), v.regex(/a/)),
      inner: v.object({ count: v.number() }),
    });
    expect(errorsOf(Schema, { name: "", inner: {} })).toEqual({
      name: ["This field may not be blank."],
      "inner.count": ["This field is required."],
    });
  });
});
