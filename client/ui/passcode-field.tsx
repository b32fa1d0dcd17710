/** A passcode input with a button that shows what is typed. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#client/ui/field.tsx";
import type { TextFieldProps } from "#client/ui/text-field.tsx";

export function PasscodeField({ label, hint, error, ...input }: Omit<TextFieldProps, "type">) {
  const { t } = useTranslation("common");
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="revealed">
          <input
            {...input}
            {...control}
            data-secret=""
            type={isShown ? "text" : "password"}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button type="button" className="button button--quiet" onClick={() => setIsShown(!isShown)}>
            {t(isShown ? "passcode.hide" : "passcode.show")}
          </button>
        </span>
      )}
    </Field>
  );
}
