/**
 * Chooses the language: a form that works without JavaScript. The server sets the cookie and redirects to the same page and
 * query in the chosen language; script adds the hash (client/i18n/language-choice.ts). On a narrow screen the languages
 * stand in the header's menu, elsewhere behind a button (styles/header.css).
 */
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { LANGUAGES, LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { LANGUAGE_CHOICE_PATH, RETURN_TO_FIELD } from "#shared/site/routes.ts";
import { Icon } from "#client/ui/icon.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

const MENU_ID = "languages";

export function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  return (
    <div className="language-switch">
      <button className="header-button" type="button" popoverTarget={MENU_ID}>
        {language.toUpperCase()}
        <span className="visually-hidden">
          {t("language.label")}: {LANGUAGE_FACTS[language].name}
        </span>
        <Icon name="chevron-down" />
      </button>
      <form id={MENU_ID} className="header-menu" popover="auto" method="post" action={LANGUAGE_CHOICE_PATH}>
        <input
          type="hidden"
          name={RETURN_TO_FIELD}
          defaultValue={pathname + search}
          key={pathname + search}
        />
        <Languages />
      </form>
    </div>
  );
}

function Languages() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  return (
    <fieldset className="language-switch__languages">
      <legend className="visually-hidden">{t("language.label")}</legend>
      {LANGUAGES.map((code) => (
        <button
          key={code}
          className="language-switch__language site-nav__link"
          type="submit"
          name="language"
          value={code}
          lang={LANGUAGE_FACTS[code].tag}
          title={LANGUAGE_FACTS[code].name}
          aria-current={code === language ? "true" : undefined}
        >
          {code.toUpperCase()} <span className="language-switch__name">{LANGUAGE_FACTS[code].name}</span>
        </button>
      ))}
    </fieldset>
  );
}
