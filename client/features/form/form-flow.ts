/**
 * The submission of one form, without React: validated by its contract, sent once, with errors by field. Server errors and
 * client-side errors look the same.
 */
import * as v from "valibot";
import { HttpError, logOwnFault } from "#client/data/http-error.ts";
import { createStore, type Store } from "#client/ui/store.ts";
import type { FieldsFailure, FormFailure } from "./failure.ts";

/** `invalid`, `missing` where nothing was entered, or the code of the refusal that concerns this field. */
type FieldProblem = string;

export const INVALID: FieldProblem = "invalid";
export const MISSING: FieldProblem = "missing";

/** `Failure` is the form's type for a failed submission. */
export interface FormState<Failure = FormFailure> {
  readonly isSubmitting: boolean;
  /** By field name. */
  readonly problems: Readonly<Record<string, FieldProblem>>;
  readonly failure: Failure | FieldsFailure | null;
  /** Counts attempts that found an error; a change tells the form to move the focus. */
  readonly refusals: number;
}

export interface FormFlowOptions<Answer, Failure = FormFailure, Body = unknown> {
  /** Contract of the request body. */
  readonly schema: v.GenericSchema<Body>;
  /** Called once the body meets its contract; false cancels the submission. By default there is no confirmation. */
  readonly confirm?: (body: Body) => Promise<boolean>;
  /** Rejects as `Http` does. */
  readonly send: (body: Body) => Promise<Answer>;
  /** Converts the error that `send` rejected with. */
  readonly failureOf: (error: unknown) => Failure;
  /** Maps a refusal code to the field it concerns. */
  readonly blames?: Readonly<Record<string, string>>;
}

export interface FormFlow<Answer, Failure = FormFailure, Body = unknown> extends Pick<
  Store<FormState<Failure>>,
  "current" | "subscribe"
> {
  /** Null if the submission failed, and for every call while one is under way. Never rejects. */
  readonly submit: (
    body: Body,
    options: FormFlowOptions<Answer, Failure, Body>,
  ) => Promise<{ readonly answer: Answer } | null>;
  /** To be called when a field changes: clears its error. */
  readonly edited: (field: string) => void;
  /** Clears all errors. */
  readonly clear: () => void;
}

export const IDLE_FORM: FormState<never> = Object.freeze({
  isSubmitting: false,
  problems: {},
  failure: null,
  refusals: 0,
});

export function createFormFlow<Answer, Failure = FormFailure, Body = unknown>(): FormFlow<
  Answer,
  Failure,
  Body
> {
  const { current, set, subscribe } = createStore<FormState<Failure>>(IDLE_FORM);

  function change(part: Partial<FormState<Failure>>): void {
    set({ ...current(), ...part });
  }

  function fail(failure: Failure | FieldsFailure, problems: FormState["problems"]): null {
    change({ isSubmitting: false, failure, problems, refusals: current().refusals + 1 });
    return null;
  }

  let isAsking = false;

  async function isConfirmed(
    body: Body,
    confirm: FormFlowOptions<Answer, Failure, Body>["confirm"],
  ): Promise<boolean> {
    isAsking = true;
    change({ failure: null, problems: {} });
    try {
      return (await confirm?.(body)) ?? true;
    } finally {
      isAsking = false;
    }
  }

  async function submit(body: Body, options: FormFlowOptions<Answer, Failure, Body>) {
    const { schema, confirm, send, failureOf, blames = {} } = options;
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
      return fail(failureOf(error), blamedFields(error, body, blames));
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
  return problemsIn(
    body,
    issues.map((issue) => v.getDotPath(issue) ?? ""),
  );
}

function problemsIn(body: unknown, paths: readonly string[]): FormState["problems"] {
  const values = new Map<string, unknown>(Object.entries(Object(body)));
  const isEmpty = (field: string) => values.get(field) === "" || values.get(field) === null;
  return Object.fromEntries(paths.map(fieldOf).map((field) => [field, isEmpty(field) ? MISSING : INVALID]));
}

/** One field holds all items of a list: `assets` for `assets.1`. */
function fieldOf(path: string): string {
  return path.replace(/\.\d.*$/, "");
}

function blamedFields(
  error: unknown,
  body: unknown,
  blames: Readonly<Record<string, string>>,
): FormState["problems"] {
  if (!(error instanceof HttpError)) return {};
  const field = blames[error.code];
  if (field !== undefined) return { [field]: error.code };
  return problemsIn(body, Object.keys(error.fields ?? {}));
}
