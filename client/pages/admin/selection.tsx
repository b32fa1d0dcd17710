/** Selection of rows in a list, by a checkbox in each row and one for all. */
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";

export interface Selection<Row> {
  /** The selected rows among those shown, in their order. */
  readonly selected: readonly Row[];
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Selects all rows shown, or none. */
  readonly setAll: (isSelected: boolean) => void;
}

/** The selection belongs to an address; another address starts with an empty one. */
export function useSelection<Row extends { readonly id: string }>(rows: readonly Row[]): Selection<Row> {
  const [query] = useSearchParams();
  const address = query.toString();
  const [chosen, setChosen] = useState<{ address: string; ids: ReadonlySet<string> }>({
    address,
    ids: new Set(),
  });
  const ids = chosen.address === address ? chosen.ids : new Set<string>();
  return {
    selected: rows.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle(id) {
      const others = new Set(ids);
      if (!others.delete(id)) others.add(id);
      setChosen({ address, ids: others });
    },
    setAll: (isSelected) => setChosen({ address, ids: new Set(isSelected ? rows.map(({ id }) => id) : []) }),
  };
}

interface SelectBoxProps {
  readonly isSelected: boolean;
  /** True if only some of its rows are selected (indeterminate). */
  readonly isPartly?: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

export function SelectBox({ isSelected, isPartly = false, onToggle, children }: SelectBoxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isSelected}
        // `indeterminate` can be set only by script.
        ref={(box) => void (box && Object.assign(box, { indeterminate: isPartly }))}
        onChange={onToggle}
      />
      {children}
    </label>
  );
}
