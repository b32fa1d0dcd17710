/** Number, time and hash of the newest ledger entry: write them down, and the past cannot be rewritten unnoticed. */
import { asPart } from "#client/app/part.tsx";
import { ledgerHeadKey } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { useFormats } from "#client/record/formats.ts";
import { NotLoaded } from "#client/app/part-failed.tsx";
import { Time } from "#client/ui/time.tsx";
import { LedgerHead as LedgerHeadContract } from "#shared/contracts/ledger.ts";

export const LedgerHead = asPart(Head);

function Head() {
  const { data: head, error, mutate } = useApi(ledgerHeadKey, LedgerHeadContract);
  return head ? <Newest head={head} /> : <NotLoaded error={error} retry={mutate} />;
}

function Newest({ head }: { readonly head: LedgerHeadContract }) {
  const { t } = useTranslation("about");
  const { locale, count } = useFormats();
  if (head.at === null) return <p>{t("head.empty")}</p>;
  return (
    <figure className="ledger-head">
      <figcaption>{t("head.caption")}</figcaption>
      <dl className="entry__links">
        <div>
          <dt>{t("head.seq")}</dt>
          <dd>{count(head.seq)}</dd>
        </div>
        <div>
          <dt>{t("head.time")}</dt>
          <dd>
            <Time epochMs={Date.parse(head.at)} locale={locale} precision="second" />
          </dd>
        </div>
        <div>
          <dt>{t("head.hash")}</dt>
          <dd>
            <code>{head.hash}</code>
          </dd>
        </div>
      </dl>
    </figure>
  );
}
