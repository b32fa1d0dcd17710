/** Shown in place of what is still loading or could not be loaded. */
import { PartFailed, type Retry } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { isAbsent } from "./http-error.ts";

interface NotLoadedProps {
  /** Null or undefined while it is loading. */
  readonly error: unknown;
  /** Requests it again. */
  readonly retry: Retry;
}

export function NotLoaded({ error, retry }: NotLoadedProps) {
  const { t } = useTranslation("common");
  if (isAbsent(error)) return <p className="empty">{t("states.notOffered")}</p>;
  return error ? <PartFailed retry={retry} /> : <p className="skeleton">{t("states.loading")}</p>;
}
