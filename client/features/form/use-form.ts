/** A form that sends itself to the API. Fields are uncontrolled, so the code never overwrites what the member types. */
import { type FormEvent, useState, useSyncExternalStore } from "react";
import type * as v from "valibot";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import {
  failureOf,
  type FormFailure,
  type RefusalTexts,
  useFailureText,
  useFailureToast,
} from "./failure.ts";
import { createFormFlow, type FormFlowOptions, IDLE_FORM, INVALID, MISSING } from "./form-flow.ts";
import { useQuestionBeforeLeaving } from "./question-before-leaving.ts";
import { acceptInput, hasUnsavedInput, noteInput } from "#client/ui/fields.ts";
import { useFocusOnProblem } from "#client/ui/focus.ts";

type BodyOf<Input> = { readonly [Field in keyof Input]: unknown };

export interface FormOptions<Answer, Schema extends v.GenericSchema> extends Omit<
  FormFlowOptions<Answer, FormFailure, v.InferInput<Schema>>,
  "failureOf" | "schema"
> {
  /** Contract of the request body. */
  readonly schema: Schema;
  /** From the fields' values by name; an absent field reads as empty. Types check that it has what the contract requires. */
  readonly body: (value: (name: string) => string) => BodyOf<v.InferInput<Schema>>;
  /** What to enter, by field; shown whether the client or the server finds the error. */
  readonly fieldTexts?: Readonly<
    Record<string, string | { readonly missing: string; readonly invalid: string }>
  >;
  readonly refusalTexts?: RefusalTexts;
  readonly onSent: (answer: Answer) => void;
  /** Resets the fields to their defaults once sent, instead of keeping their values. Input entered while sending stays. */
  readonly isResetOnceSent?: boolean;
}

export interface FormHandle {
  /** Ref of the form element. */
  readonly attach: (form: HTMLFormElement | null) => void;
  readonly isSubmitting: boolean;
  readonly isDirty: boolean;
  /** Error of the submission as a whole, or null. */
  readonly failureText: string | null;
  /** Errors of fields; shown only beside the fields and in the summary. */
  readonly problemTexts: readonly string[];
  /** Name and error of a field, for `TextField` and similar components. */
  readonly field: (name: string) => { readonly name: string; readonly error: string | undefined };
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly edited: (event: FormEvent<HTMLFormElement>) => void;
  readonly wasReset: () => void;
}

export function useForm<Answer, Schema extends v.GenericSchema>(
  options: FormOptions<Answer, Schema>,
): FormHandle {
  const { fieldTexts = {}, refusalTexts = {} } = options;
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const [flow] = useState(createFormFlow<Answer, FormFailure, v.InferInput<Schema>>);
  const [isDirty, setIsDirty] = useState(false);
  const state = useSyncExternalStore(flow.subscribe, flow.current, () => IDLE_FORM);
  const { session } = useSession();
  const textOf = useFailureText();
  const sayFailure = useFailureToast();
  useFocusOnProblem(element, state.refusals);
  useQuestionBeforeLeaving(isDirty ? element : null);

  const problemText = (field: string): string | undefined => {
    const problem = state.problems[field];
    if (problem === undefined) return undefined;
    if (problem === INVALID || problem === MISSING) {
      const text = fieldTexts[field];
      return typeof text === "object" ? text[problem === MISSING ? "missing" : "invalid"] : text;
    }
    return state.failure ? textOf(state.failure, refusalTexts) : undefined;
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // React events bubble through portals and dialogs: a form in a dialog would also submit the form that renders it.
    event.stopPropagation();
    const form = event.currentTarget;
    void sendBody(form, options.body(valuesOf(form)));
  }

  async function sendBody(form: HTMLFormElement, body: v.InferInput<Schema>): Promise<void> {
    const settle = noteInput(form);
    const done = await flow.submit(body, { ...options, failureOf });
    if (!done) return sayElsewhere(form);
    settle(() => (options.isResetOnceSent ? form.reset() : acceptInput(form)));
    setIsDirty(hasUnsavedInput(form));
    options.onSent(done.answer);
  }

  /**
   * If the form was unmounted with its page, its failure is shown in a toast, unless the session ended, which shows a message
   * of its own.
   */
  function sayElsewhere(form: HTMLFormElement): void {
    const { failure } = flow.current();
    if (form.isConnected || !failure || !isAuthenticated(session.getState())) return;
    sayFailure(failure, refusalTexts);
  }

  return {
    attach,
    isSubmitting: state.isSubmitting,
    isDirty,
    failureText: state.failure && textOf(state.failure, refusalTexts),
    problemTexts: Object.keys(state.problems).flatMap((field) => problemText(field) ?? []),
    field: (name) => ({ name, error: problemText(name) }),
    submit,
    edited(event) {
      const { target } = event;
      if ("name" in target && typeof target.name === "string") flow.edited(target.name);
      setIsDirty(hasUnsavedInput(event.currentTarget));
    },
    wasReset() {
      flow.clear();
      setIsDirty(false);
    },
  };
}

/** The fields' values by name; an absent field reads as empty. */
export function valuesOf(form: HTMLFormElement): (name: string) => string {
  const data = new FormData(form);
  return (name) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
}
