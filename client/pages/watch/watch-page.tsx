/** The start page of a member: signals of the followed traders. */
import "#client/pages/record-pages.css";
import "#client/pages/signal-rows.css";
import "./watch.css";
import { useTranslation } from "react-i18next";
import { MemberNotLoaded, RequireSignIn } from "#client/features/session/require-sign-in.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { useSession } from "#client/features/session/session-context.tsx";
import { PageHead } from "#client/pages/page-head.tsx";
import { Part } from "#client/ui/part.tsx";
import { WatchView } from "./watch-view.tsx";

/** Only a browser knows who is signed in, so the worker does not bundle the view. */
const View = import.meta.env.SSR ? () => null : WatchView;

export function WatchPage() {
  const { t } = useTranslation("watch");
  return (
    <PageData>
      <PageHead page="watch" />
      <div className="watch">
        <h1>{t("heading")}</h1>
        <RequireSignIn>
          <Member />
        </RequireSignIn>
      </div>
    </PageData>
  );
}

function Member() {
  const { user } = useSession().state;
  if (!user) return <MemberNotLoaded />;
  return (
    <Part>
      <View user={user} />
    </Part>
  );
}
