/** Turns schema issues into Django REST's field errors: `{field: ["This field is required."]}`. */
import type * as v from "valibot";

/** Key for errors of the body as a whole. */
const NON_FIELD_ERRORS = "non_field_errors";

type Issue = v.BaseIssue<unknown>;

/** Messages by field, nested fields as `outer.inner`; each message once, in the order of the issues. */
export function fieldErrors(issues: readonly Issue[]): Record<string, string[]> {
  const messages = new Map<string, Set<string>>();
  for (const issue of issues) {
    const field = issue.path?.map(({ key }) => String(key)).join(".") ?? NON_FIELD_ERRORS;
    const message = issue.path ? fieldMessage(issue) : issue.message;
    messages.set(field, (messages.get(field) ?? new Set()).add(message));
  }
  return Object.fromEntries([...messages].map(([field, set]) => [field, [...set]]));
}

/** The error for a body that is JSON but not an object, and so has no fields to name. */
export function notAnObjectError(body: unknown): Record<string, string[]> {
  const message =
    body === null
      ? "No data provided"
      : `Invalid data. Expected a dictionary, but got ${pythonTypeName(body)}.`;
  return { [NON_FIELD_ERRORS]: [message] };
}

/**
 * 400 with Django REST's field errors and the `detail` and `code` that every error of the API has. A body therefore cannot
 * have fields named `detail` or `code`.
 */
export function invalidInputResponse(fields: Readonly<Record<string, readonly string[]>>): Response {
  return Response.json({ ...fields, detail: "Invalid input.", code: "invalid" }, { status: 400 });
}

// Wording: rest_framework/fields.py, `default_error_messages` of each field.
function fieldMessage({ input, message, requirement, type }: Issue): string {
  if (input === undefined) return "This field is required.";
  if (input === null) return "This field may not be null.";
  switch (type) {
    case "string":
      return "Not a valid string.";
    case "number":
    case "finite":
      return "A valid number is required.";
    case "integer":
    case "safe_integer":
      return "A valid integer is required.";
    case "boolean":
      return "Must be a valid boolean.";
    case "picklist":
      return typeof input === "string" ? `"${input}" is not a valid choice.` : "Not a valid choice.";
    default:
      break;
  }
  if (input === "") return "This field may not be blank.";
  switch (type) {
    case "regex":
      return "Enter a valid value.";
    case "min_length":
      return `Ensure this field has at least ${String(requirement)} characters.`;
    case "max_length":
      return `Ensure this field has no more than ${String(requirement)} ${Array.isArray(input) ? "elements" : "characters"}.`;
    case "min_value":
      return `Ensure this value is greater than or equal to ${String(requirement)}.`;
    case "max_value":
      return `Ensure this value is less than or equal to ${String(requirement)}.`;
    default:
      return message;
  }
}

function pythonTypeName(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  return Number.isInteger(value) ? "int" : "float";
}
