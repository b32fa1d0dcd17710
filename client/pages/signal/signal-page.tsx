/** Signals: the list with its filters, or one signal with its proof. */
import { useParams } from "react-router";
import { PageData } from "#client/features/session/page-data.tsx";
import { SignalDetailView } from "./signal-detail-view.tsx";
import { SignalList, SignalListHeading } from "./signal-list.tsx";

export function SignalPage() {
  const { id } = useParams();
  return (
    <PageData
      waiting={
        <div className="container">
          <SignalListHeading />
        </div>
      }
    >
      {id === undefined ? <SignalList /> : <SignalDetailView id={id} />}
    </PageData>
  );
}
