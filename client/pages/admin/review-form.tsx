/** The review of all staged outcomes: how each will stand on the record, what is needed for it, and one confirmation for all. */
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import type { FormFailure } from "#client/features/form/failure.ts";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { acceptInput, fillField } from "#client/ui/fields.ts";
import { shownZone } from "#client/ui/shown-zone.ts";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { NewEvidence } from "#shared/contracts/prices.ts";
import { VoidRequest } from "#shared/contracts/staff-signals.ts";
import { localMinute } from "#shared/time/local-time.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { instantOf, priceOf, whichField } from "./form-values.ts";
import { LocalTimeField } from "./signal-fields.tsx";
import { ReasonField } from "./signal-fields.tsx";
import { focusAsItOpens } from "./staff-forms.ts";
import { StagedLine } from "./staged-line.tsx";
import { type Staged, useSendStaged, useStaging } from "./staged.ts";

const { price, at, where, note } = NewEvidence.pipe[0].entries;
const Settled = v.object({ prices: v.record(v.string(), v.object({ price, at })), where, note });
/** Each part is asked for only if something is staged that needs it. */
const Reviewed = v.object({ settled: v.optional(Settled), voided: v.optional(VoidRequest) });

/** Settlements of signals on one asset with one expiry, which share a price; or one void. */
interface Group {
  /** In the names of its fields. */
  readonly key: string;
  readonly isVoid: boolean;
  readonly expiresMs: number;
  readonly staged: Staged[];
}

/** The groups in the order of their deadlines. */
export function groupsOf(staged: readonly Staged[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const one of staged.toSorted((a, b) => a.signal.published_seq - b.signal.published_seq)) {
    const { asset, expires_at, published_seq } = one.signal;
    const isVoid = one.outcome === "void";
    const shared = isVoid ? String(published_seq) : `${asset} ${expires_at}`;
    const group = groups.get(shared);
    if (group) group.staged.push(one);
    else {
      const key = `of${published_seq}`;
      groups.set(shared, { key, isVoid, expiresMs: Date.parse(expires_at), staged: [one] });
    }
  }
  return [...groups.values()].toSorted((a, b) => a.expiresMs - b.expiresMs);
}

export function ReviewForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(["queue", "admin"]);
  const { staged, typed, keepTyped, stage } = useStaging();
  const [failures, setFailures] = useState<ReadonlyMap<string, FormFailure>>(new Map());
  const [sent, setSent] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const zone = shownZone();
  const { locale } = useFormats();
  const sendStaged = useSendStaged();
  const groups = groupsOf(staged);
  const priced = groups.filter(({ isVoid }) => !isVoid);
  const hasVoids = priced.length < groups.length;

  const form = useForm({
    schema: Reviewed,
    body: (value) => ({
      ...(priced.length > 0 && { settled: settledOf(value, priced, zone, locale) }),
      ...(hasVoids && { voided: { reason: value("voided.reason") } }),
    }),
    async send({ settled: { prices = {}, ...shared } = {}, voided }) {
      const acts = groups.flatMap(({ key, isVoid, staged: ofGroup }) =>
        ofGroup.map(({ signal, outcome }) =>
          isVoid
            ? { signal, verb: "void" as const, body: voided }
            : { signal, verb: "settle" as const, body: { outcome, evidence: { ...prices[key], ...shared } } },
        ),
      );
      setFailures(new Map());
      const sentAll = await sendStaged(acts, (signal, done) => {
        setSent(done);
        stage(signal, null);
      });
      return { signals: acts.length, ...sentAll };
    },
    fieldTexts: {
      "settled.where": t("admin:problems.evidenceWhere"),
      "settled.note": t("admin:problems.evidenceNote"),
      "voided.reason": t("admin:problems.reason"),
      ...Object.fromEntries(
        priced.flatMap(({ key }) => [
          [`settled.prices.${key}.price`, t("admin:problems.price")],
          [`settled.prices.${key}.at`, t("admin:problems.evidenceAt")],
        ]),
      ),
    },
    onSent({ signals, done, failed }) {
      setSent(0);
      setFailures(failed);
      toasts.add({
        severity: done === signals ? "success" : "warn",
        summary: t("review.sent", { done, signals }),
        life: TOAST_LIFE_MS,
      });
      if (done === signals) onClose();
    },
  });

  // Only once: from then on the fields are ahead of the store.
  const [kept] = useState(typed);
  useEffect(() => {
    for (const field of place.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]") ??
      []) {
      const value = kept[field.name];
      if (value !== undefined && value !== field.value) fillField(field, value, false);
    }
  }, [kept]);

  /** What is kept is not lost, so nobody is asked before they leave. */
  function keep(): void {
    const element = place.current?.querySelector("form");
    if (!element) return;
    keepTyped(
      Object.fromEntries(
        [...new FormData(element)].flatMap(([name, value]) =>
          typeof value === "string" ? [[name, value]] : [],
        ),
      ),
    );
    acceptInput(element);
  }

  const timeProblem = priced.some(({ key }) => form.field(`settled.prices.${key}.at`).error);
  return (
    <div ref={place} onInputCapture={keep}>
      <Form
        form={form}
        submitLabel={
          form.isSubmitting
            ? t("review.progress", { done: sent, signals: sent + staged.length })
            : t("review.submit", { signals: staged.length })
        }
        onCancel={onClose}
      >
        <p>{t("review.text")}</p>
        <ol className="review">
          {groups.map(({ key, isVoid, staged: ofGroup }, index) => (
            <li key={key}>
              {ofGroup.map((one) => (
                <StagedLine key={one.signal.id} {...one} failure={failures.get(one.signal.id)} />
              ))}
              {isVoid ? null : (
                <TextField
                  {...form.field(`settled.prices.${key}.price`)}
                  label={t("admin:fields.evidencePrice")}
                  placeholder={(1.0851).toLocaleString(locale, { minimumFractionDigits: 4 })}
                  inputMode="decimal"
                  autoComplete="off"
                  ref={index === 0 ? focusAsItOpens : undefined}
                />
              )}
            </li>
          ))}
        </ol>
        {priced.length > 0 ? (
          <>
            <TextField
              {...form.field("settled.where")}
              label={t("review.where")}
              hint={t("admin:fields.evidenceWhereHint")}
              autoComplete="on"
              maxLength={200}
            />
            <details open={timeProblem || form.field("settled.note").error !== undefined || undefined}>
              <summary>{t("review.more")}</summary>
              <div className="field-group">
                {priced.map(({ key, expiresMs, staged: [first] }) => (
                  <LocalTimeField
                    key={key}
                    {...form.field(`settled.prices.${key}.at`)}
                    label={`${t("admin:fields.evidenceAt")}, ${first?.signal.asset}`}
                    zone={zone}
                    defaultMs={expiresMs}
                  />
                ))}
                <TextField
                  {...form.field("settled.note")}
                  label={t("admin:fields.evidenceNote")}
                  hint={t("admin:fields.evidenceNoteHint")}
                  autoComplete="off"
                  maxLength={200}
                />
              </div>
            </details>
          </>
        ) : null}
        {hasVoids ? (
          <>
            <p>{t("admin:void.text")}</p>
            <ReasonField {...form.field("voided.reason")} ref={focusAsItOpens} />
          </>
        ) : null}
      </Form>
    </div>
  );
}

/** A time that nobody changed is the expiry to the second. */
function settledOf(value: (name: string) => string, groups: readonly Group[], zone: string, locale: string) {
  const prices = groups.map(({ key, expiresMs }) => {
    const name = `settled.prices.${key}`;
    const written = value(`${name}.at`);
    const isExpiry = written === localMinute(expiresMs, zone) && value(whichField(`${name}.at`)) === "";
    return [
      key,
      {
        price: priceOf(value(`${name}.price`), locale),
        at: isExpiry
          ? new Date(expiresMs).toISOString()
          : instantOf(written, zone, value(whichField(`${name}.at`))),
      },
    ];
  });
  const given = value("settled.note");
  return {
    prices: Object.fromEntries(prices),
    where: value("settled.where"),
    ...(withoutInvisible(given) !== "" && { note: given }),
  };
}
