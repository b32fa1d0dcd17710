/**
 * A labelled text field with suggestions, by the ARIA pattern "editable combobox with list autocomplete". The form sends the
 * field's text: choosing a suggestion writes its value into the field, and only Enter or a press chooses.
 */
import { useCombobox, type UseComboboxProps } from "downshift";
import { type ComponentProps, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldTexts } from "../field.tsx";
import type { Proposal } from "./proposals.ts";
import { MAX_OPTIONS_SHOWN } from "#shared/limits/lists.ts";

export interface ComboboxFieldProps
  extends
    FieldTexts,
    Pick<ComponentProps<"input">, "name" | "placeholder" | "defaultValue" | "onFocus" | "onInput"> {
  /** Suggestions for the typed text, best first. An empty list makes it a plain field. */
  readonly proposalsFor: (typed: string) => readonly Proposal[];
}

export function ComboboxField({ label, hint, error, proposalsFor, ...input }: ComboboxFieldProps) {
  const { t } = useTranslation("filters");
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const proposals = proposalsFor(typed);
  const shown = proposals.slice(0, MAX_OPTIONS_SHOWN);
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Proposal>({
    items: shown,
    itemToString: (proposal) => proposal?.value ?? "",
    inputValue: typed,
    // Reads the field, which a form reset or the browser's autofill may have changed.
    onIsOpenChange: () => setTyped(field.current?.value ?? ""),
    selectedItem: null,
    onSelectedItemChange({ selectedItem }) {
      if (selectedItem) write(field.current, selectedItem.value);
    },
    stateReducer: keepWhatIsTyped,
  });
  const all = proposals.length;
  const counted =
    shown.length < all
      ? t("proposals.cut", { shown: shown.length, all })
      : t("proposals.count", { count: all });
  const isListed = isOpen && shown.length > 0;
  return (
    <div className="combobox">
      <Field label={label} hint={hint} error={error}>
        {(control) => {
          // Uncontrolled like every field of a form, so that a form reset works.
          const { value: _typed, ...combobox } = getInputProps({
            ref: field,
            // Synchronous, so that the next key press sees the new text.
            onChange: ({ currentTarget }) => setTyped(currentTarget.value),
            "aria-labelledby": undefined,
            "aria-expanded": isListed,
            onKeyDown({ key, nativeEvent }) {
              // Downshift would clear the field and stop Escape from closing a dialog around it.
              if (key === "Escape" && !isOpen) Object.assign(nativeEvent, { preventDownshiftDefault: true });
            },
          });
          return (
            <input
              type="text"
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...combobox}
              {...control}
            />
          );
        }}
      </Field>
      <ul {...getMenuProps({ "aria-label": label })} className="combobox__list" hidden={!isListed}>
        {isListed
          ? shown.map((proposal, index) => (
              <li
                {...getItemProps({ item: proposal, index })}
                key={proposal.value}
                className="combobox__option"
                data-highlighted={index === highlightedIndex ? "" : undefined}
              >
                {proposal.name === undefined ? null : <span>{proposal.name}</span>}
                {proposal.name === undefined ? proposal.value : <small>{proposal.value}</small>}
              </li>
            ))
          : null}
      </ul>
      <span role="status" className="visually-hidden">
        {isOpen ? counted : ""}
      </span>
    </div>
  );
}

/** Keeps the text on blur and on Escape. */
const keepWhatIsTyped: NonNullable<UseComboboxProps<Proposal>["stateReducer"]> = (
  { selectedItem, inputValue },
  { type, changes },
) => {
  const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
  return type === InputBlur || type === InputKeyDownEscape
    ? { ...changes, selectedItem, inputValue }
    : changes;
};

/** Dispatches `input`, because React does not fire `onChange` for an assigned value. */
function write(field: HTMLInputElement | null, value: string): void {
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
