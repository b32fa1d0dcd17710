/** Messages received from machines, and their results. */
import { useApi } from "#client/data/use-api.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import type { Column } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { type IngestMessage, IngestMessagePage, MESSAGE_STATES } from "#shared/contracts/ingest-messages.ts";
import {
  LAST_MESSAGES,
  MAX_REFUSED_MESSAGES,
  MAX_SHOWN_CHARACTERS,
  MESSAGES_REFRESH_MS,
  PUBLISHED_MESSAGE_DAYS,
} from "#shared/limits/ingest.ts";
import { detailHref } from "#shared/site/routes.ts";
import { column, ListSection, timeColumn, TimeOrDash } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";

export function MessagesView() {
  const { t } = useTranslation(["admin", "messages"]);
  return (
    <ListSection
      heading={t("messages:heading")}
      intro={t("messages:intro", { refused: MAX_REFUSED_MESSAGES, days: PUBLISHED_MESSAGE_DAYS })}
      filter={{
        label: t("messages:filter"),
        filters: [
          {
            kind: "choice",
            name: "state",
            label: t("fields.state"),
            any: t("messages:anyState"),
            options: MESSAGE_STATES.map((value) => ({ value, text: t(`messages:states.${value}`) })),
          },
        ],
      }}
      answer={useApi(useListKey("/api/admin/ingest-messages/", ["state"]), IngestMessagePage)}
      columns={useColumns()}
      rowKey={({ id }) => id}
      layout="messages"
      empty={t("messages:none")}
      noMatch={t("messages:empty")}
    />
  );
}

/** The newest messages of a key, or of all, as they come. */
export function LastMessages({ keyId }: { readonly keyId?: string }) {
  const { t } = useTranslation("messages");
  const ofKey = keyId === undefined ? "" : `&key=${keyId}`;
  const { data, error, mutate } = useApi(
    `/api/admin/ingest-messages/?limit=${LAST_MESSAGES}${ofKey}`,
    IngestMessagePage,
    { refreshInterval: MESSAGES_REFRESH_MS },
  );
  const columns = useColumns().filter(({ key }) => key !== "key" || keyId === undefined);
  return (
    <ListSection
      heading={t("last")}
      answer={{ data: data && { results: data.results }, error, mutate }}
      columns={columns}
      rowKey={({ id }) => id}
      {...(keyId === undefined && { layout: "messages" })}
      empty={t("none")}
    />
  );
}

function useColumns(): readonly Column<IngestMessage>[] {
  const { t } = useTranslation(["admin", "messages"]);
  return [
    timeColumn("at", t("messages:received"), ({ received_at }) => <TimeOrDash at={received_at} />),
    column("key", t("messages:key"), ({ key }) => <TwoLines isTyped first={key.label} second={key.trader} />),
    column("state", t("fields.state"), (message) => <State message={message} />),
    column("message", t("messages:message"), ({ text }) => <Sent text={text} />),
  ];
}

function State({ message: { key, state, signal_id, code, detail } }: { readonly message: IngestMessage }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("messages");
  const word = t(`states.${state}`);
  return (
    <span className="two-lines">
      {signal_id === null ? (
        <span>{word}</span>
      ) : (
        <PageLink to={detailHref(language, "signal", signal_id)}>{word}</PageLink>
      )}
      {code === null ? null : (
        <>
          <span>{t(`reasons.${code}`)}</span>
          <code>{code}</code>
        </>
      )}
      {/* The error that the sender received: it names the value and the bound. */}
      {detail === null ? null : <small lang="en">{detail}</small>}
      {state === "refused" ? (
        <PageLink to={`?view=signals&trader=${key.trader}`}>{t("publish")}</PageLink>
      ) : null}
    </span>
  );
}

/** A message as it was received. */
function Sent({ text }: { readonly text: string }) {
  const { t } = useTranslation("messages");
  if (text.length <= MAX_SHOWN_CHARACTERS) return <code className="as-sent">{text}</code>;
  const beginning = Array.from(text)
    .slice(0, MAX_SHOWN_CHARACTERS / 2)
    .join("");
  return (
    <div className="as-sent">
      <code>{beginning}…</code>
      <details>
        <summary>{t("whole")}</summary>
        <code>{text}</code>
      </details>
    </div>
  );
}
