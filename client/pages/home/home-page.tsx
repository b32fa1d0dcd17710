/** Home: what the site is, and where to begin. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { pageHref } from "#shared/routes.ts";

const POINTS = ["open", "permanent", "honest", "checkable"] as const;

export function HomePage() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  return (
    <>
      <section className="hero">
        <h1>{t("heading")}</h1>
        <p>{t("lead", { brand: brand.name })}</p>
        <p className="hero__actions">
          <Link className="button button--primary" to={pageHref(language, "signal")}>
            {t("actions.signals")}
          </Link>
          <Link className="button" to={pageHref(language, "instruction")}>
            {t("actions.instruction")}
          </Link>
        </p>
      </section>
      <section>
        <h2>{t("points.heading")}</h2>
        <ul className="cards">
          {POINTS.map((point) => (
            <li key={point} className="card">
              <h3>{t(`points.${point}.title`)}</h3>
              <p>{t(`points.${point}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="callout">
        <h2>{t("call.heading")}</h2>
        <p>{t("call.text")}</p>
        <p>
          <Link to={pageHref(language, "instruction")}>{t("call.link")}</Link>
        </p>
      </section>
    </>
  );
}
