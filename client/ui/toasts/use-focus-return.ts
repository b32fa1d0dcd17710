/** Remembers where the focus was before it entered an area, so that it can go back there. */
import { useEffect, useRef, type RefObject } from "react";

/** The element to go back to, null where the focus never came in. */
export function useFocusReturn(area: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> {
  const cameFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    function remember({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof HTMLElement && !element?.contains(relatedTarget)) {
        cameFrom.current = relatedTarget;
      }
    }
    element.addEventListener("focusin", remember);
    return () => element.removeEventListener("focusin", remember);
  }, [area]);
  return cameFrom;
}
