/** Traders: the ranking, or one trader's whole record. */
import { useParams, useSearchParams } from "react-router";
import { PageData } from "#client/features/session/page-data.tsx";
import { comparedHandles } from "./compare/compared-handles.ts";
import { CompareView } from "./compare/compare-view.tsx";
import { TraderDetailView } from "./trader-detail-view.tsx";
import { TraderList, TraderListHeading } from "./trader-list.tsx";

export function TradersPage() {
  const { handle } = useParams();
  const compared = comparedHandles(useSearchParams()[0]);
  return (
    <PageData
      waiting={
        <div className="container">
          <TraderListHeading />
        </div>
      }
    >
      {handle !== undefined ? (
        <TraderDetailView handle={handle} />
      ) : compared.length > 0 ? (
        <CompareView handles={compared} />
      ) : (
        <TraderList />
      )}
    </PageData>
  );
}
