/** What is asked before a form is sent that may not mean what it says: a second press is the answer. */
import { type FormEvent, type ReactNode, useState } from "react";
import { valuesOf } from "#client/form/use-form.ts";

export interface Questions {
  /** Takes the place of the form's own submit handler as long as something is to be asked. */
  readonly askFirst: (event: FormEvent<HTMLElement>) => void;
  /** What was asked no longer holds. */
  readonly clear: () => void;
  /** What is asked now, to stand within the form. */
  readonly asked: ReactNode;
}

/** `questionsOf` gives the questions about what is in the fields; none where the form is to be refused anyway. */
export function useQuestions(questionsOf: (value: (name: string) => string) => readonly string[]): Questions {
  const [asked, setAsked] = useState<readonly string[]>([]);
  return {
    askFirst(event) {
      if (!(event.target instanceof HTMLFormElement)) return;
      const questions = questionsOf(valuesOf(event.target));
      if (questions.every((question) => asked.includes(question))) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(questions);
    },
    clear: () => setAsked([]),
    asked: (
      <div role="alert">
        {asked.map((question) => (
          <p key={question} className="callout callout--caution">
            {question}
          </p>
        ))}
      </div>
    ),
  };
}
