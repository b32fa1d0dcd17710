/** Signals: the list with its filters, or one signal with its proof. */
import { useParams } from "react-router";
import { PageData } from "#client/features/session/page-data.tsx";
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
