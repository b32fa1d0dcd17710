/** Traders: the ranking, or one trader's whole record. */
import "#client/pages/record-pages.css";
import "#client/pages/record-list.css";
import "./traders-list.css";
import "./traders-detail.css";
import "./traders-compare.css";
import { useParams, useSearchParams } from "react-router";
import { PageData } from "#client/data/page-data.tsx";
import { PageHead } from "#client/pages/page-head.tsx";
import { comparedHandles } from "./compare/compared-handles.ts";
import { CompareView } from "./compare/compare-view.tsx";
import { TraderDetailView } from "./trader-detail-view.tsx";
import { TraderList, TraderListHeading } from "./trader-list.tsx";

export function TradersPage() {
  const { handle } = useParams();
  const compared = comparedHandles(useSearchParams()[0]);
  const isList = handle === undefined && compared.length === 0;
  return (
    <>
      {isList ? <PageHead page="traders" /> : null}
      <PageData
        waiting={
          <div className="container">
            <TraderListHeading />
          </div>
        }
      >
        {isList ? (
          <TraderList />
        ) : handle === undefined ? (
          <CompareView handles={compared} />
        ) : (
          <TraderDetailView handle={handle} />
        )}
      </PageData>
    </>
  );
}
