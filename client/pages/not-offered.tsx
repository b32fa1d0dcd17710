/** In place of a page whose part the site lacks; reached by an address that somebody has typed or kept. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

export function NotOffered() {
  const { brand } = useRuntimeConfig();
  const { t } = useTranslation("common");
  return (
    <>
      <title>{`${t("states.notOffered")} | ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{t("states.notOffered")}</h1>
    </>
  );
}
