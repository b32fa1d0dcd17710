/** The member's account: its data, settings, export and deletion. */
import { useData } from "#client/data/data-provider.tsx";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { type Figure, Figures } from "#client/features/figures/figures.tsx";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { Time } from "#client/ui/time.tsx";
import { User } from "#shared/contracts/session.ts";
import { OwnData } from "./own-data.tsx";
import { useMemo } from "react";
import { storeLanguage } from "#client/i18n/language-choice.ts";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { signsInByIdAlone } from "#client/features/session/id-alone.ts";
import { ProfileChanges } from "#shared/contracts/profile.ts";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/site/languages.ts";
import { useSession } from "#client/features/session/session-context.tsx";

export function AccountView({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const absent = useAbsentParts();
  const canChange = !absent.includes("settings");
  const figures: Figure[] = [
    { name: t("account.pocketoptionId"), value: user.pocketoption_id },
    { name: t("account.shownName"), value: user.name || NO_VALUE },
    { name: t("account.role"), value: t(`account.roles.${user.role}`) },
  ];
  if (user.created_at !== null) {
    const since = <Time at={user.created_at} precision="day" />;
    figures.push({ name: t("account.since"), value: since });
  }
  return (
    <>
      <div className="account-figures">
        <Figures figures={figures} />
      </div>
      {user.may_change ? (
        <>
          {canChange ? (
            <section>
              <h2>{t("details.heading")}</h2>
              <AccountForm user={user} />
            </section>
          ) : null}
          <OwnData user={user} />
        </>
      ) : signsInByIdAlone(user, absent) ? (
        <p className="intro">{t("account.idAlone")}</p>
      ) : null}
    </>
  );
}

/** Name, language and time zone. */
function AccountForm({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const { http } = useData();
  const { session } = useSession();
  const zones = useMemo(() => timeZones(user.time_zone), [user.time_zone]);
  const form = useForm({
    schema: ProfileChanges,
    body: (value) => ({
      name: value("name"),
      language: value("language") || null,
      time_zone: value("time_zone") || null,
    }),
    send: (body) => http.send("PATCH", "/api/auth/me/", body, User),
    fieldTexts: { name: t("details.nameProblem"), time_zone: t("details.timeZoneProblem") },
    onSent(changed) {
      session.userChanged(changed);
      if (changed.language !== null) storeLanguage(changed.language);
      toasts.add({ severity: "success", summary: t("details.saved"), life: 4000 });
    },
  });
  const none = { value: "", text: t("details.none") };
  return (
    <Form form={form} submitLabel={t("details.save")}>
      <TextField
        {...form.field("name")}
        label={t("details.name")}
        hint={t("details.nameHint")}
        defaultValue={user.name}
        autoComplete="nickname"
      />
      <SelectField
        {...form.field("language")}
        label={t("details.language")}
        hint={t("details.languageHint")}
        defaultValue={user.language ?? ""}
        options={[none, ...LANGUAGES.map((value) => ({ value, text: LANGUAGE_FACTS[value].name }))]}
      />
      <SelectField
        {...form.field("time_zone")}
        label={t("details.timeZone")}
        hint={t("details.timeZoneHint")}
        defaultValue={user.time_zone ?? ""}
        options={[none, ...zones.map((value) => ({ value, text: value.replaceAll("_", " ") }))]}
      />
    </Form>
  );
}

/** All zones that this browser knows, and the current one; called only in a browser. */
function timeZones(current: string | null): string[] {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
  if (current !== null) zones.add(current);
  return [...zones].sort();
}
