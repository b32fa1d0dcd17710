/**
 * The submission of one form, without React: validated by its contract, sent once, with errors by field. Server errors and
 * client-side errors look the same.
 */
import * as v from "valibot";
import { HttpError, logOwnFault } from "#client/data/http-error.ts";
import { createStore, type Store } from "#client/ui/store.ts";
import { failureOf, type FormFailure } from "./failure.ts";

/** `invalid`, or the code of the refusal that concerns this field. */
type FieldProblem = string;

export const INVALID: FieldProblem = "invalid";

export interface FormState {
  readonly isSubmitting: boolean;
  /** By field name. */
  readonly problems: Readonly<Record<string, FieldProblem>>;
  readonly failure: FormFailure | null;
  /** Counts attempts that found an error; a change tells the form to move the focus. */
  readonly refusals: number;
}

export interface FormFlowOptions<Answer> {
  /** Contract of the request body. */
  readonly schema: v.GenericSchema;
  /** Called once the body meets its contract; false cancels the submission. By default nothing is asked. */
  readonly confirm?: (body: unknown) => Promise<boolean>;
  /** Rejects as `Http` does. */
  readonly send: (body: unknown) => Promise<Answer>;
  /** Maps a refusal code to the field it concerns. */
  readonly blames?: Readonly<Record<string, string>>;
}

export interface FormFlow<Answer> extends Pick<Store<FormState>, "current" | "subscribe"> {
  /** Null if the submission failed, and for every call while one is under way. Never rejects. */
  readonly submit: (
    body: unknown,
    options: FormFlowOptions<Answer>,
  ) => Promise<{ readonly answer: Answer } | null>;
  /** To be called when a field changes: clears its error. */
  readonly edited: (field: string) => void;
  /** Clears all errors. */
  readonly clear: () => void;
}

export const IDLE_FORM: FormState = Object.freeze({
  isSubmitting: false,
  problems: {},
  failure: null,
  refusals: 0,
});

export function createFormFlow<Answer>(): FormFlow<Answer> {
  const { current, set, subscribe } = createStore(IDLE_FORM);

  function change(part: Partial<FormState>): void {
    set({ ...current(), ...part });
  }

  function fail(failure: FormFailure, problems: FormState["problems"]): null {
    change({ isSubmitting: false, failure, problems, refusals: current().refusals + 1 });
    return null;
  }

  let isAsking = false;

  async function isConfirmed(body: unknown, confirm: FormFlowOptions<Answer>["confirm"]): Promise<boolean> {
    isAsking = true;
    change({ failure: null, problems: {} });
    try {
      return (await confirm?.(body)) ?? true;
    } finally {
      isAsking = false;
    }
  }

  async function submit(body: unknown, { schema, confirm, send, blames = {} }: FormFlowOptions<Answer>) {
    if (isAsking || current().isSubmitting) return null;
    const problems = problemsOf(schema, body);
    if (Object.keys(problems).length > 0) return fail({ kind: "fields" }, problems);
    if (confirm && !(await isConfirmed(body, confirm))) return null;
    change({ isSubmitting: true, failure: null, problems: {} });
    try {
      const answer = await send(body);
      change({ isSubmitting: false });
      return { answer };
    } catch (error) {
      logOwnFault(error);
      const failure = failureOf(error);
      return fail(failure, blamedFields(error, failure, blames));
    }
  }

  return {
    current,
    subscribe,
    submit,
    edited(field) {
      const state = current();
      if (state.problems[field] === undefined) return;
      const { [field]: _settled, ...problems } = state.problems;
      change({ problems, failure: Object.keys(problems).length > 0 ? state.failure : null });
    },
    clear: () => change({ problems: {}, failure: null }),
  };
}

function problemsOf(schema: v.GenericSchema, body: unknown): FormState["problems"] {
  const { issues = [] } = v.safeParse(schema, body);
  return Object.fromEntries(issues.map((issue) => [fieldOf(v.getDotPath(issue) ?? ""), INVALID]));
}

/** One field holds all items of a list: `assets` for `assets.1`. */
function fieldOf(path: string): string {
  return path.replace(/\.\d.*$/, "");
}

function blamedFields(
  error: unknown,
  failure: FormFailure,
  blames: Readonly<Record<string, string>>,
): FormState["problems"] {
  if (failure.kind === "refused") {
    const field = blames[failure.code];
    return field === undefined ? {} : { [field]: failure.code };
  }
  const fields = error instanceof HttpError ? Object.keys(error.fields ?? {}) : [];
  return Object.fromEntries(fields.map((field) => [fieldOf(field), INVALID]));
}
