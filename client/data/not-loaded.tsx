/** Stands in the place of what could not be loaded, or not yet. */
import { PartFailed, type Retry } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { isAbsent } from "./http-error.ts";

interface NotLoadedProps {
  /** Null or undefined while it is on its way. */
  readonly error: unknown;
  /** Asks for it again. */
  readonly retry: Retry;
}

export function NotLoaded({ error, retry }: NotLoadedProps) {
  const { t } = useTranslation("common");
  if (isAbsent(error)) return <p className="empty">{t("states.notOffered")}</p>;
  return error ? <PartFailed retry={retry} /> : <p className="skeleton">{t("states.loading")}</p>;
}
