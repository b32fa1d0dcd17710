import { useTranslation } from "react-i18next";

export function TradersPage() {
  const { t } = useTranslation("traders");
  return (
    <>
      <h1>{t("heading")}</h1>
      <p>{t("intro")}</p>
    </>
  );
}
