/** The admin area: one view for each kind of work, in four groups. */
import type { ComponentType } from "react";
import { Part } from "#client/ui/part.tsx";
import { useView, ViewNav } from "#client/ui/view-nav.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { useTranslation } from "react-i18next";
import { AccountsView } from "./accounts-view.tsx";
import { ADMIN_GROUPS, type ADMIN_VIEWS, useOfferedViews } from "./admin-query.ts";
import { AuditView } from "./audit-view.tsx";
import { CorrectionsView } from "./corrections-view.tsx";
import { KeysView } from "./keys-view.tsx";
import { MessagesView } from "./messages-view.tsx";
import { WitnessesView } from "./witnesses-view.tsx";
import { DueCount, QueueView } from "./queue-view.tsx";
import { PublishForm } from "./publish-form.tsx";
import { TradersView } from "./traders-view.tsx";
import { VitalsView } from "./vitals-view.tsx";
import { WebhooksView } from "./webhooks-view.tsx";

const VIEWS = {
  signals: SignalsView,
  queue: QueueView,
  corrections: CorrectionsView,
  traders: TradersView,
  accounts: AccountsView,
  audit: AuditView,
  keys: KeysView,
  messages: MessagesView,
  webhooks: WebhooksView,
  witnesses: WitnessesView,
  vitals: VitalsView,
} as const satisfies Record<(typeof ADMIN_VIEWS)[number], ComponentType>;

const GROUPS = [
  "record",
  "people",
  "connections",
  "operation",
] as const satisfies readonly (keyof typeof ADMIN_GROUPS)[];

function isIn<Item>(items: readonly Item[], sought: Item): boolean {
  return items.includes(sought);
}

export function AdminArea() {
  const { t } = useTranslation("admin");
  const views = useOfferedViews();
  const current = useView(views);
  const View = VIEWS[current];
  const groups = GROUPS.map((name) => ({
    name,
    views: views.filter((view) => isIn(ADMIN_GROUPS[name], view)),
  }));
  const group = groups.find(({ views }) => views.includes(current));
  return (
    <PageData>
      <div className="views">
        <ViewNav
          label={t("views.label")}
          views={groups.flatMap(({ name, views: [first] }) =>
            first ? [{ view: first, text: t(`views.groups.${name}`) }] : [],
          )}
          current={group?.views[0] ?? current}
          start={views[0]}
        />
        <ViewNav
          label={group ? t(`views.groups.${group.name}`) : ""}
          views={(group?.views ?? []).map((view) => ({
            view,
            text: t(`views.${view}`),
            more: view === "queue" ? <DueCount /> : null,
          }))}
          current={current}
          start={views[0]}
        />
        <Part>
          <View />
        </Part>
      </div>
    </PageData>
  );
}

/** Publishing. Settling and voiding are in the next view (`queue-view.tsx`). */
function SignalsView() {
  const { t } = useTranslation("admin");
  return (
    <section>
      <h2>{t("publish.heading")}</h2>
      <p className="intro">{t("publish.intro")}</p>
      <PublishForm />
    </section>
  );
}
