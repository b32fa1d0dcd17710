/** Webhooks for events on signals, and their deliveries. */
import { useTranslation } from "react-i18next";
import { useData } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { Button } from "#client/ui/button.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { Time } from "#client/ui/time.tsx";
import { type Webhook, WebhookDelivery, WebhookList } from "#shared/contracts/webhooks.ts";
import { ListSection } from "./admin-list.tsx";
import { useDone } from "./staff-forms.tsx";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { ManageWebhook } from "./manage-webhook.tsx";
import {
  deliveriesPath,
  EVENT_TEXTS,
  NewWebhookForm,
  useWebhookRefusals,
  webhooksPath,
} from "./webhook-forms.tsx";
import { MAX_WEBHOOKS } from "#shared/limits/webhooks.ts";

export function WebhooksView() {
  const { t } = useTranslation(["admin", "webhooks"]);
  const answer = useApi(webhooksPath, WebhookList);
  return (
    <>
      <ListSection
        heading={t("webhooks:heading")}
        intro={t("webhooks:intro", { max: MAX_WEBHOOKS })}
        add={
          <DialogButton text={t("webhooks:add")} look="primary">
            {(close, hold) => <NewWebhookForm onClose={close} onShown={hold} />}
          </DialogButton>
        }
        answer={answer}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={t("webhooks:empty")}
      />
      <WebhookDeliveries webhooks={answer.data?.results ?? []} />
    </>
  );
}

function useColumns(): readonly Column<Webhook>[] {
  const { t } = useTranslation(["admin", "webhooks"]);
  return [
    {
      key: "description",
      header: t("webhooks:description"),
      cell: ({ description, url }) => <TwoLines isTyped first={description} second={url} />,
    },
    {
      key: "events",
      header: t("webhooks:events"),
      cell: ({ events, traders }) => (
        <TwoLines
          isTyped
          first={events.map((event) => t(EVENT_TEXTS[event])).join(", ")}
          second={traders.length === 0 ? t("webhooks:allTraders") : traders.join(", ")}
        />
      ),
    },
    {
      key: "state",
      header: t("fields.state"),
      isTime: true,
      cell: (webhook) => <State webhook={webhook} />,
    },
    {
      key: "action",
      header: t("webhooks:action"),
      cell: (webhook) => <Actions webhook={webhook} />,
    },
  ];
}

function State({ webhook: { off, pending, old_secret_until: until } }: WebhookProps) {
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
  }, useWebhookRefusals());
  return (
    <div className="row-actions">
      {off === null ? (
        <Button isBusy={test.isBusy} onClick={test.run}>
          {t("webhooks:test")}
          <span className="visually-hidden">{name}</span>
        </Button>
      ) : null}
      <DialogButton text={t("webhooks:manage")} about={name} title={t("webhooks:manageTitle", { name })}>
        {(close, hold) => <ManageWebhook webhook={webhook} onClose={close} onShown={hold} />}
      </DialogButton>
    </div>
  );
}
