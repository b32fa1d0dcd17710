import { useTranslation } from "react-i18next";

export function SignalPage() {
  const { t } = useTranslation("signal");
  return (
    <>
      <h1>{t("heading")}</h1>
      <p>{t("intro")}</p>
    </>
  );
}
