/** The admin area: one view for each kind of work, in four groups. */
import type { ComponentType } from "react";
import { Part } from "#client/ui/part.tsx";
import { useView, ViewNav } from "#client/ui/view-nav.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { useTranslation } from "react-i18next";
import { AccountsView } from "./accounts-view.tsx";
import { type ADMIN_VIEWS, useOfferedViews } from "./admin-query.ts";
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

const GROUPS = ["record", "people", "connections", "operation"] as const;

const VIEWS = {
  signals: { group: "record", View: SignalsView },
  queue: { group: "record", View: QueueView },
  corrections: { group: "record", View: CorrectionsView },
  traders: { group: "people", View: TradersView },
  accounts: { group: "people", View: AccountsView },
  keys: { group: "connections", View: KeysView },
  messages: { group: "connections", View: MessagesView },
  webhooks: { group: "connections", View: WebhooksView },
  audit: { group: "operation", View: AuditView },
  witnesses: { group: "operation", View: WitnessesView },
  vitals: { group: "operation", View: VitalsView },
} as const satisfies Record<
  (typeof ADMIN_VIEWS)[number],
  { readonly group: (typeof GROUPS)[number]; readonly View: ComponentType }
>;

export function AdminArea() {
  const { t } = useTranslation("admin");
  const views = useOfferedViews();
  const current = useView(views);
  const { group, View } = VIEWS[current];
  const ofGroup = (name: (typeof GROUPS)[number]) => views.filter((view) => VIEWS[view].group === name);
  return (
    <PageData>
      <div className="views">
        <ViewNav
          label={t("views.label")}
          views={GROUPS.flatMap((name) =>
            ofGroup(name)
              .slice(0, 1)
              .map((view) => ({ view, text: t(`views.groups.${name}`) })),
          )}
          current={ofGroup(group)[0] ?? current}
          start={views[0]}
        />
        <ViewNav
          label={t(`views.groups.${group}`)}
          views={ofGroup(group).map((view) => ({
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
