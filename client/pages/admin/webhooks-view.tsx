/** Webhooks for events on signals, and their deliveries. */
import { useTranslation } from "react-i18next";
import { useData } from "#client/data/data-provider.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { Button } from "#client/ui/button.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { Time } from "#client/ui/time.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import {
  DELIVERY_STATES,
  type Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookList,
} from "#shared/contracts/webhooks.ts";
import { DELIVERIES_REFRESH_MS, DELIVERY_DAYS, MAX_WEBHOOKS } from "#shared/limits/webhooks.ts";
import { detailHref } from "#shared/site/routes.ts";
import { column, ListSection, timeColumn, TimeOrDash } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";
import { useDone, useRefusalTexts } from "./staff-forms.ts";
import {
  deliveriesPath,
  EVENT_TEXTS,
  ManageWebhook,
  NewWebhookForm,
  webhooksPath,
} from "./webhook-forms.tsx";

export function WebhooksView() {
  const { t } = useTranslation(["admin", "webhooks"]);
  const answer = useApi(webhooksPath, WebhookList);
  const columns: readonly Column<Webhook>[] = [
    column("description", t("webhooks:description"), ({ description, url }) => (
      <TwoLines isTyped first={description} second={url} />
    )),
    column("events", t("webhooks:events"), ({ events, traders }) => (
      <TwoLines
        isTyped
        first={events.map((event) => t(EVENT_TEXTS[event])).join(", ")}
        second={traders.length === 0 ? t("webhooks:allTraders") : traders.join(", ")}
      />
    )),
    timeColumn("state", t("fields.state"), (webhook) => <WebhookState webhook={webhook} />),
    column("action", t("webhooks:action"), (webhook) => <Actions webhook={webhook} />),
  ];
  return (
    <>
      <ListSection
        heading={t("webhooks:heading")}
        intro={t("webhooks:intro", { max: MAX_WEBHOOKS })}
        add={
          <DialogButton text={t("webhooks:add")} look="primary">
            {(close, hold) => <NewWebhookForm onClose={close} onCreated={hold} />}
          </DialogButton>
        }
        answer={answer}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t("webhooks:empty")}
      />
      <WebhookDeliveries webhooks={answer.data?.results ?? []} />
    </>
  );
}

function WebhookState({ webhook: { off, pending, old_secret_until: until } }: WebhookProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  return (
    <span className="two-lines typed">
      <span>{off === null ? t("webhooks:on") : t(`webhooks:${off.reason === "gone" ? "gone" : "off"}`)}</span>
      {off === null ? null : (
        <small>
          <Time at={off.since} precision="listed" />
        </small>
      )}
      {pending > 0 ? <small>{t("webhooks:waiting", { waiting: pending })}</small> : null}
      {until === null ? null : (
        <small>
          {t("webhooks:oldSecret")} <Time at={until} precision="listed" />
        </small>
      )}
    </span>
  );
}

interface WebhookProps {
  readonly webhook: Webhook;
}

function Actions({ webhook }: WebhookProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { http } = useData();
  const done = useDone();
  const { id, description: name, off } = webhook;
  const test = useAction(async () => {
    await http.send("POST", `${webhooksPath}${id}/test/`, undefined, WebhookDelivery);
    done(t("webhooks:tested"), webhooksPath, deliveriesPath);
  }, useRefusalTexts());
  return (
    <div className="row-actions">
      {off === null ? (
        <Button isBusy={test.isBusy} onClick={test.run}>
          {t("webhooks:test")}
          <span className="visually-hidden">{name}</span>
        </Button>
      ) : null}
      <DialogButton text={t("webhooks:manage")} about={name} title={t("webhooks:manageTitle", { name })}>
        {(close, hold) => <ManageWebhook webhook={webhook} onClose={close} onCreated={hold} />}
      </DialogButton>
    </div>
  );
}

/** What was sent to the webhooks, and the results. */
function WebhookDeliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const answer = useApi(useListKey(deliveriesPath, ["webhook", "state"]), WebhookDeliveryPage, {
    refreshInterval: (page) => (page?.results.some(isOnItsWay) ? DELIVERIES_REFRESH_MS : 0),
  });
  const columns: readonly Column<WebhookDelivery>[] = [
    timeColumn("at", t("webhooks:log.at"), ({ at }) => <TimeOrDash at={at} />),
    column("event", t("webhooks:log.event"), (delivery) => <Event delivery={delivery} />),
    column("state", t("fields.state"), (delivery) => <DeliveryState delivery={delivery} />),
    column("answer", t("webhooks:log.answer"), (delivery) => <Answer delivery={delivery} />),
    column("action", t("webhooks:log.again"), (delivery) => <SendAgain delivery={delivery} />),
  ];
  return (
    <ListSection
      heading={t("webhooks:log.heading")}
      intro={t("webhooks:log.intro", { days: DELIVERY_DAYS })}
      filter={{
        label: t("webhooks:log.filter"),
        filters: [
          {
            kind: "choice",
            name: "webhook",
            label: t("webhooks:log.webhook"),
            any: t("webhooks:log.anyWebhook"),
            options: webhooks.map(({ id, description }) => ({ value: id, text: description })),
          },
          {
            kind: "choice",
            name: "state",
            label: t("fields.state"),
            any: t("webhooks:log.anyState"),
            options: DELIVERY_STATES.map((value) => ({ value, text: t(`webhooks:log.states.${value}`) })),
          },
        ],
      }}
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      empty={t("webhooks:log.none")}
      noMatch={t("webhooks:log.empty")}
    />
  );
}

function isOnItsWay({ state, attempts }: WebhookDelivery): boolean {
  return state === "pending" && attempts === 0;
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

function DeliveryState({ delivery: { state, attempts, next_at: nextAt } }: DeliveryProps) {
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
  }, useRefusalTexts());
  return (
    <Button isBusy={again.isBusy} onClick={again.run}>
      {t("webhooks:log.again")}
      <span className="visually-hidden">{webhook.description}</span>
    </Button>
  );
}
