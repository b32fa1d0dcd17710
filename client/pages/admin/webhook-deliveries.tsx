/** Deliveries to webhooks, and their results. */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useData } from "#client/data/data-provider.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useAction } from "#client/features/form/use-action.ts";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { Time } from "#client/ui/time.tsx";
import {
  DELIVERY_STATES,
  type Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
} from "#shared/contracts/webhooks.ts";
import { detailHref } from "#shared/site/routes.ts";
import { ListSection, timeColumn } from "./admin-list.tsx";
import { refusedFields, useListKey } from "./admin-query.ts";
import { SearchForm } from "./list-search.tsx";
import { useDone } from "./staff-forms.tsx";
import { deliveriesPath, EVENT_TEXTS, useWebhookRefusals, webhooksPath } from "./webhook-forms.tsx";
import { DELIVERIES_REFRESH_MS, DELIVERY_DAYS } from "#shared/limits/webhooks.ts";

export interface WebhookDeliveriesProps {
  readonly webhooks: readonly Webhook[];
}

export function WebhookDeliveries({ webhooks }: WebhookDeliveriesProps) {
  const { t } = useTranslation(["admin", "filters", "webhooks"]);
  const [query] = useSearchParams();
  const answer = useApi(useListKey(deliveriesPath, ["webhook", "state"]), WebhookDeliveryPage, {
    refreshInterval: (page) => (page?.results.some(isOnItsWay) ? DELIVERIES_REFRESH_MS : 0),
  });
  const webhook = query.get("webhook") ?? "";
  const state = query.get("state") ?? "";
  const isNarrowed = webhook !== "" || state !== "";
  const refused = refusedFields(answer.error);
  const problemOf = (field: string) =>
    refused && field in refused ? t("filters:problems.choice") : undefined;
  return (
    <ListSection
      heading={t("webhooks:log.heading")}
      intro={t("webhooks:log.intro", { days: DELIVERY_DAYS })}
      search={
        <SearchForm
          label={t("webhooks:log.filter")}
          view="webhooks"
          isNarrowed={isNarrowed}
          isRefused={refused !== null}
        >
          <SelectField
            key={`webhook ${webhook} ${webhooks.length}`}
            name="webhook"
            label={t("webhooks:log.webhook")}
            defaultValue={webhook}
            error={problemOf("webhook")}
            options={[
              { value: "", text: t("webhooks:log.anyWebhook") },
              ...webhooks.map(({ id, description }) => ({ value: id, text: description })),
            ]}
          />
          <SelectField
            key={`state ${state}`}
            name="state"
            label={t("fields.state")}
            defaultValue={state}
            error={problemOf("state")}
            options={[
              { value: "", text: t("webhooks:log.anyState") },
              ...DELIVERY_STATES.map((value) => ({ value, text: t(`webhooks:log.states.${value}`) })),
            ]}
          />
        </SearchForm>
      }
      answer={answer}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={isNarrowed ? t("webhooks:log.empty") : t("webhooks:log.none")}
      refusal={refused && t("search.refused")}
    />
  );
}

function isOnItsWay({ state, attempts }: WebhookDelivery): boolean {
  return state === "pending" && attempts === 0;
}

function useColumns(): readonly Column<WebhookDelivery>[] {
  const { t } = useTranslation(["admin", "webhooks"]);
  return [
    timeColumn("at", t("webhooks:log.at"), ({ at }) => at),
    { key: "event", header: t("webhooks:log.event"), cell: (delivery) => <Event delivery={delivery} /> },
    { key: "state", header: t("fields.state"), cell: (delivery) => <State delivery={delivery} /> },
    { key: "answer", header: t("webhooks:log.answer"), cell: (delivery) => <Answer delivery={delivery} /> },
    {
      key: "action",
      header: t("webhooks:log.again"),
      cell: (delivery) => <SendAgain delivery={delivery} />,
    },
  ];
}

interface DeliveryProps {
  readonly delivery: WebhookDelivery;
}

function Event({ delivery: { type, signal_id: id, webhook } }: DeliveryProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { language } = useRuntimeConfig();
  const name = t(EVENT_TEXTS[type]);
  return (
    <span className="two-lines typed">
      {id === null ? (
        <span>{name}</span>
      ) : (
        <PageLink to={detailHref(language, "signal", id)}>{name}</PageLink>
      )}
      <small>{webhook.description}</small>
    </span>
  );
}

function State({ delivery: { state, attempts, next_at: nextAt } }: DeliveryProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  return (
    <span className="two-lines typed">
      <span>{t(`webhooks:log.states.${state}`)}</span>
      {attempts > 0 ? <small>{t("webhooks:log.attempts", { attempts })}</small> : null}
      {attempts > 0 && nextAt !== null ? (
        <small>
          {t("webhooks:log.next")} <Time at={nextAt} precision="listed" />
        </small>
      ) : null}
    </span>
  );
}

/** The receiver's answer, quoted; if there was none, the site's own reason, which is in English. */
function Answer({ delivery: { status, words } }: DeliveryProps) {
  const { t } = useTranslation("webhooks");
  if (status === null && words === null) return NO_VALUE;
  return (
    <span className="two-lines">
      <span>{status === null ? t("log.noAnswer") : `HTTP ${status}`}</span>
      {words === null ? null : (
        <code className="as-sent" lang={status === null ? "en" : undefined}>
          {words}
        </code>
      )}
    </span>
  );
}

function SendAgain({ delivery: { id, webhook } }: DeliveryProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { http } = useData();
  const done = useDone();
  const again = useAction(async () => {
    await http.send("POST", `${deliveriesPath}${id}/send-again/`, undefined, WebhookDelivery);
    done(t("webhooks:log.sentAgain"), webhooksPath, deliveriesPath);
  }, useWebhookRefusals());
  return (
    <Button isBusy={again.isBusy} onClick={again.run}>
      {t("webhooks:log.again")}
      <span className="visually-hidden">{webhook.description}</span>
    </Button>
  );
}
