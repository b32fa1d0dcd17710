/**
 * The zone of a list's times, shown once: UTC on the server, and the reader's before the first paint (zone-while-parsing.ts).
 */
import { useTranslation } from "react-i18next";
import { useShownZone } from "./shown-zone-context.tsx";

export function ZoneNote() {
  const { t } = useTranslation("common");
  const timeZone = useShownZone();
  return (
    <small className="zone-note">
      {t("timeZone")}{" "}
      <span data-zone="" suppressHydrationWarning>
        {timeZone}
      </span>
    </small>
  );
}
