/** Stands in the place of what could not be loaded, or not yet. */
import { useTranslation } from "react-i18next";

export function NotLoaded({ error }: { readonly error: unknown }) {
  const { t } = useTranslation("common");
  return error ? (
    <div className="empty" role="alert">
      <p>{t("states.failed")}</p>
    </div>
  ) : (
    <>
      <p className="skeleton">{t("states.loading")}</p>
      {/* Without scripts nothing is loading any more. */}
      <noscript>
        <p className="empty">{t("states.failed")}</p>
      </noscript>
    </>
  );
}
