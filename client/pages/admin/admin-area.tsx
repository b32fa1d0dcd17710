/** What staff do, one view for each kind of work. */
import { asPart } from "#client/app/part.tsx";
import { useView, ViewNav } from "#client/app/view-nav.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { AccountsView } from "./accounts-view.tsx";
import { ADMIN_VIEWS } from "./admin-views.ts";
import { AuditView } from "./audit-view.tsx";
import { CorrectionsView } from "./corrections-view.tsx";
import { FailuresView } from "./failures-view.tsx";
import { KeysView } from "./keys-view.tsx";
import { SignalsView } from "./signals-view.tsx";
import { TradersView } from "./traders-view.tsx";
import { VitalsView } from "./vitals-view.tsx";

export function AdminArea() {
  const { t } = useTranslation("admin");
  const current = useView(ADMIN_VIEWS);
  return (
    <PageData>
      <div className="views">
        <ViewNav
          label={t("views.label")}
          views={ADMIN_VIEWS.map((view) => ({ view, text: t(`views.${view}`) }))}
          current={current}
        />
        <View view={current} />
      </div>
    </PageData>
  );
}

const View = asPart(CurrentView);

function CurrentView({ view }: { readonly view: (typeof ADMIN_VIEWS)[number] }) {
  switch (view) {
    case "signals":
      return <SignalsView />;
    case "corrections":
      return <CorrectionsView />;
    case "traders":
      return <TradersView />;
    case "accounts":
      return <AccountsView />;
    case "audit":
      return <AuditView />;
    case "keys":
      return <KeysView />;
    case "failures":
      return <FailuresView />;
    case "vitals":
      return <VitalsView />;
  }
}
