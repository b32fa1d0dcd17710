/**
 * The page's toasts. A modal dialog has an area of its own while it is open, because nothing outside it can be pressed or is
 * announced.
 */
import { useTranslation } from "react-i18next";
import { ToastArea } from "./toast-area.tsx";

export function Toasts() {
  const { t } = useTranslation("common");
  return (
    <ToastArea
      label={t("toasts.label")}
      labels={{ close: t("close"), severities: t("toasts.severities", { returnObjects: true }) }}
    />
  );
}
