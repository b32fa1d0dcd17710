/** Up or down, side by side: one Tab stop, where Space or an arrow key chooses. None is chosen at first. */
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Direction } from "#client/features/figures/signal.tsx";
import { FieldError } from "#client/ui/field.tsx";
import { DIRECTIONS } from "#shared/contracts/signals.ts";

interface DirectionFieldProps {
  readonly name: string;
  readonly error: string | undefined;
}

export function DirectionField({ name, error }: DirectionFieldProps) {
  const { t } = useTranslation("admin");
  const errorId = useId();
  return (
    <fieldset
      className="field"
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="field__label">{t("fields.direction")}</legend>
      <div className="choices">
        {DIRECTIONS.map((direction) => (
          <label key={direction} className="choice">
            <input type="radio" name={name} value={direction} />
            <Direction direction={direction} />
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
