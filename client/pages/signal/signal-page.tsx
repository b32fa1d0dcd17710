/** Signals: the list with its filters, or one signal with its proof. */
import "#client/pages/record-pages.css";
import "#client/pages/signal-rows.css";
import "#client/pages/record-list.css";
import "./signal-pages.css";
import "./signal-detail.css";
import { useParams } from "react-router";
import { PageData } from "#client/data/page-data.tsx";
import { PageHead } from "#client/pages/page-head.tsx";
import { SignalDetailView } from "./signal-detail-view.tsx";
import { SignalList, SignalListHeading } from "./signal-list.tsx";

export function SignalPage() {
  const { id } = useParams();
  return (
    <>
      {id === undefined ? <PageHead page="signal" /> : null}
      <PageData
        waiting={
          <div className="container">
            <SignalListHeading />
          </div>
        }
      >
        {id === undefined ? <SignalList /> : <SignalDetailView id={id} />}
      </PageData>
    </>
  );
}
