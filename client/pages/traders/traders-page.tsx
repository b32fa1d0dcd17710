/** Traders: the ranking, or one trader's whole record. */
import { useParams } from "react-router";
import { PageData } from "#client/features/session/page-data.tsx";
import { TraderDetailView } from "./trader-detail-view.tsx";
import { TraderList, TraderListHeading } from "./trader-list.tsx";

export function TradersPage() {
  const { handle } = useParams();
  return (
    <PageData
      waiting={
        <div className="container">
          <TraderListHeading />
        </div>
      }
    >
      {handle === undefined ? <TraderList /> : <TraderDetailView handle={handle} />}
    </PageData>
  );
}
