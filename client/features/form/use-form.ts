/** A form that sends itself to the API. Fields are uncontrolled: nothing but the member writes to them. */
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { failureOf, type RefusalTexts, useFailureText, useFailureToast } from "./failure.ts";
import { createFormFlow, type FormFlowOptions, IDLE_FORM, INVALID } from "./form-flow.ts";
import { useFocusOnProblem } from "./focus-on-problem.ts";
import { useQuestionBeforeLeaving } from "./question-before-leaving.ts";
import { acceptInput, hasUnsavedInput, noteInput } from "#client/ui/fields.ts";

export interface FormOptions<Answer> extends Omit<FormFlowOptions<Answer>, "failureOf"> {
  /** The body, from the fields' values by name; an absent field reads as empty. */
  readonly body: (value: (name: string) => string) => unknown;
  /** By field: what is to be entered. Said whoever finds the mistake. */
  readonly fieldTexts?: Readonly<Record<string, string>>;
  readonly refusalTexts?: RefusalTexts;
  readonly onSent: (answer: Answer) => void;
  /** Fields go back to what they were given once sent, instead of keeping their values. What is entered meanwhile stays. */
  readonly isResetOnceSent?: boolean;
}

export interface FormHandle {
  /** The form element, once it is there. */
  readonly attach: (form: HTMLFormElement | null) => void;
  readonly isSubmitting: boolean;
  readonly isDirty: boolean;
  /** What went wrong as a whole, or null. */
  readonly failureText: string | null;
  /** What is wrong with fields, in no other place than beside them and in the summary. */
  readonly problemTexts: readonly string[];
  /** Name and error of a field, for `TextField` and its like. */
  readonly field: (name: string) => { readonly name: string; readonly error: string | undefined };
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly edited: (event: FormEvent<HTMLFormElement>) => void;
  readonly wasReset: () => void;
}

export function useForm<Answer>(options: FormOptions<Answer>): FormHandle {
  const { fieldTexts = {}, refusalTexts = {} } = options;
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const [flow] = useState(createFormFlow<Answer>);
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
    if (problem === INVALID) return fieldTexts[field];
    return state.failure ? textOf(state.failure, refusalTexts) : undefined;
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // A form in a dialog lies within another only in React's tree.
    event.stopPropagation();
    const form = event.currentTarget;
    void sendBody(form, options.body(valuesOf(form)));
  }

  async function sendBody(form: HTMLFormElement, body: unknown): Promise<void> {
    const settle = noteInput(form);
    const done = await flow.submit(body, { ...options, failureOf });
    if (!done) return sayElsewhere(form);
    settle(() => (options.isResetOnceSent ? form.reset() : acceptInput(form)));
    setIsDirty(hasUnsavedInput(form));
    options.onSent(done.answer);
  }

  /** Where the form has gone with its page, what became of it is said in a toast; an end of the session has been said. */
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
