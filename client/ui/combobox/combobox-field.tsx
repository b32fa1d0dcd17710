/**
 * A labelled text field with proposals, by the ARIA pattern "editable combobox with list autocomplete". What stands in the field is
 * what is sent: a choice writes its value there, and nothing is chosen but by Enter or a press.
 */
import { useCombobox, type UseComboboxProps } from "downshift";
import { type ComponentProps, useRef, useState } from "react";
import { Field, type FieldTexts } from "../field.tsx";
import type { Proposal } from "./proposals.ts";
import { MAX_OPTIONS_SHOWN } from "#shared/limits/lists.ts";

export interface ComboboxFieldProps
  extends FieldTexts, Pick<ComponentProps<"input">, "name" | "placeholder" | "defaultValue"> {
  /** For what is typed, best first. None at all makes it a plain field. */
  readonly proposalsFor: (typed: string) => readonly Proposal[];
  /** Says how many there are, and how many of them the list shows. */
  readonly countText: (count: number, shown: number) => string;
}

export function ComboboxField({ label, hint, error, proposalsFor, countText, ...input }: ComboboxFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const proposals = proposalsFor(typed);
  const shown = proposals.slice(0, MAX_OPTIONS_SHOWN);
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Proposal>({
    items: shown,
    itemToString: (proposal) => proposal?.value ?? "",
    inputValue: typed,
    // A form may have been reset, or filled in by the browser.
    onIsOpenChange: () => setTyped(field.current?.value ?? ""),
    selectedItem: null,
    onSelectedItemChange({ selectedItem }) {
      if (selectedItem) write(field.current, selectedItem.value);
    },
    stateReducer: keepWhatIsTyped,
  });
  const isListed = isOpen && shown.length > 0;
  return (
    <div className="combobox">
      <Field label={label} hint={hint} error={error}>
        {(control) => {
          // Uncontrolled as every field of a form, so that a reset reaches it.
          const { value: _typed, ...combobox } = getInputProps({
            ref: field,
            // At once: a key pressed right after another finds what that one has left.
            onChange: ({ currentTarget }) => setTyped(currentTarget.value),
            "aria-labelledby": undefined,
            "aria-expanded": isListed,
            onKeyDown({ key, nativeEvent }) {
              // It would empty the field, and keep a dialog around it open.
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
        {isOpen ? countText(proposals.length, shown.length) : ""}
      </span>
    </div>
  );
}

/** Neither leaving the field nor Escape writes anything into it. */
const keepWhatIsTyped: NonNullable<UseComboboxProps<Proposal>["stateReducer"]> = (
  { selectedItem, inputValue },
  { type, changes },
) => {
  const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
  return type === InputBlur || type === InputKeyDownEscape
    ? { ...changes, selectedItem, inputValue }
    : changes;
};

/** As if it had been typed; React itself tells no `onChange` of what is assigned. */
function write(field: HTMLInputElement | null, value: string): void {
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
