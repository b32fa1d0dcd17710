/** Forms for several signals at once: one outcome, or one reason for a void. */
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { shownZone } from "#client/ui/shown-zone.ts";
import { Time } from "#client/ui/time.tsx";
import { SettleRequest, VoidRequest } from "#shared/contracts/staff-signals.ts";
import { NewEvidence } from "#shared/contracts/prices.ts";
import { SETTLEMENTS, type Signal } from "#shared/contracts/signals.ts";
import type { BulkRequest } from "./bulk-run.ts";
import { EvidenceFields, evidenceOf, useEvidenceTexts } from "./evidence-fields.tsx";
import { OutcomeField, ReasonField } from "./signal-act-form.tsx";

/** A request, and the lines to review before it is sent. */
export interface Reviewed extends BulkRequest {
  readonly lines: readonly string[];
}

export interface BulkFormProps {
  readonly signals: readonly Signal[];
  readonly onReview: (reviewed: Reviewed) => void;
  readonly onCancel: () => void;
}

/** `evidence` by the key of its group. */
const SettleAll = v.object({
  outcome: SettleRequest.entries.outcome,
  evidence: v.record(v.string(), NewEvidence),
});

/** Signals on the same asset with the same expiry, which share one price. */
interface EvidenceGroup {
  readonly key: string;
  readonly asset: string;
  readonly expiresMs: number;
}

function groupOf({ asset, expires_at: expiresAt }: Signal): string {
  return `${asset} ${expiresAt}`;
}

/** Keys are field names in a form; a plain number would be read as an array index. */
export function evidenceGroups(signals: readonly Signal[]): ReadonlyMap<string, EvidenceGroup> {
  const groups = new Map<string, EvidenceGroup>();
  for (const signal of signals) {
    const group = groupOf(signal);
    if (groups.has(group)) continue;
    const { asset, expires_at } = signal;
    groups.set(group, { key: `of${groups.size}`, asset, expiresMs: Date.parse(expires_at) });
  }
  return groups;
}

export function SettleAllForm({ signals, onReview, onCancel }: BulkFormProps) {
  const { t } = useTranslation(["queue", "admin", "common"]);
  const { price } = useFormats();
  const zone = shownZone();
  const evidenceTexts = useEvidenceTexts();
  const byGroup = evidenceGroups(signals);
  const groups = [...byGroup.values()];
  const form = useForm<v.InferOutput<typeof SettleAll>>({
    schema: SettleAll,
    body: (value) => ({
      outcome: value("outcome"),
      evidence: Object.fromEntries(
        groups.map(({ key }) => [key, evidenceOf(value, `evidence.${key}`, zone)]),
      ),
    }),
    send: async (body) => v.parse(SettleAll, body),
    fieldTexts: Object.assign(
      { outcome: t("admin:problems.outcome") },
      ...groups.map(({ key }) => evidenceTexts(`evidence.${key}`)),
    ),
    onSent({ outcome, evidence }) {
      const evidenceLine = ({ key, asset }: EvidenceGroup) =>
        `${t("admin:settle.evidence")}: ${[asset, price(evidence[key]?.price ?? ""), evidence[key]?.where].join(", ")}`;
      onReview({
        verb: "settle",
        bodyOf(signal) {
          return { outcome, evidence: evidence[byGroup.get(groupOf(signal))?.key ?? ""] };
        },
        lines: [
          t("summary.settle", { outcome: t(`common:outcome.${outcome}`), signals: signals.length }),
          ...groups.map(evidenceLine),
        ],
      });
    },
  });
  return (
    <>
      <p>{t("bulk.settleText")}</p>
      <p>{t("bulk.evidenceText")}</p>
      <Form form={form} submitLabel={t("bulk.review")} onCancel={onCancel}>
        <OutcomeField {...form.field("outcome")} outcomes={SETTLEMENTS} />
        {groups.map(({ key, asset, expiresMs }) => (
          <EvidenceFields
            key={key}
            form={form}
            name={`evidence.${key}`}
            zone={zone}
            expiresMs={expiresMs}
            legend={
              <>
                {t("bulk.evidenceFor", { asset })} <Time at={expiresMs} />
              </>
            }
          />
        ))}
      </Form>
    </>
  );
}

export function VoidAllForm({ signals, onReview, onCancel }: BulkFormProps) {
  const { t } = useTranslation(["queue", "admin"]);
  const form = useForm<v.InferOutput<typeof VoidRequest>>({
    schema: VoidRequest,
    body: (value) => ({ reason: value("reason") }),
    send: async (body) => v.parse(VoidRequest, body),
    fieldTexts: { reason: t("admin:problems.reason") },
    onSent({ reason }) {
      const lost = signals.filter(({ entry_at }) => Date.parse(entry_at) <= Date.now()).length;
      onReview({
        verb: "void",
        bodyOf: () => ({ reason }),
        lines: [
          t("summary.void", { signals: signals.length }),
          ...(lost > 0 ? [t("summary.late", { signals: lost })] : []),
          t("summary.reason", { reason }),
        ],
      });
    },
  });
  return (
    <>
      <p>{t("bulk.voidText")}</p>
      <p>{t("admin:void.text")}</p>
      <Form form={form} submitLabel={t("bulk.review")} onCancel={onCancel}>
        <ReasonField {...form.field("reason")} />
      </Form>
    </>
  );
}
