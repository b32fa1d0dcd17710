/** The review of all staged outcomes: how each will stand on the record, what is needed for it, and one confirmation for all. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Direction, Outcome } from "#client/features/figures/signal.tsx";
import { type FormFailure, useFailureText } from "#client/features/form/failure.ts";
import { Form } from "#client/features/form/form.tsx";
import { useForm, valuesOf } from "#client/features/form/use-form.ts";
import { Button } from "#client/ui/button.tsx";
import { acceptInput, fillField } from "#client/ui/fields.ts";
import { Icon } from "#client/ui/icon.tsx";
import { shownZone } from "#client/ui/shown-zone.ts";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { NewEvidence } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { VoidRequest } from "#shared/contracts/staff-signals.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { localMinute } from "#shared/time/local-time.ts";
import { instantOf, priceOf, whichField } from "./form-values.ts";
import { groupsOf, type ReviewGroup } from "./review-groups.ts";
import { LocalTimeField, StaffField } from "./staff-fields.tsx";
import { focusAsItOpens, useRefusalTexts } from "./staff-forms.ts";
import { type Staged, type StagedOutcome, useSendStaged, useStaging } from "./staged.ts";

const { price, at, where, note } = NewEvidence.pipe[0].entries;
const Settled = v.object({ prices: v.record(v.string(), v.object({ price, at })), where, note });
/** Each part is asked for only if something is staged that needs it. */
const Reviewed = v.object({ settled: v.optional(Settled), voided: v.optional(VoidRequest) });

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
    const value = valuesOf(element);
    keepTyped(Object.fromEntries([...new FormData(element).keys()].map((name) => [name, value(name)])));
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
                <StaffField
                  {...form.field(`settled.prices.${key}.price`)}
                  text="evidencePrice"
                  placeholder={(1.0851).toLocaleString(locale, { minimumFractionDigits: 4 })}
                  inputMode="decimal"
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
              maxLength={BOUNDS.evidence.max}
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
                <StaffField
                  {...form.field("settled.note")}
                  text="evidenceNote"
                  maxLength={BOUNDS.evidence.max}
                />
              </div>
            </details>
          </>
        ) : null}
        {hasVoids ? (
          <>
            <p>{t("admin:void.text")}</p>
            <StaffField
              {...form.field("voided.reason")}
              text="reason"
              maxLength={BOUNDS.reason.max}
              ref={focusAsItOpens}
            />
          </>
        ) : null}
      </Form>
    </div>
  );
}

/** A time that nobody changed is the expiry to the second. */
function settledOf(
  value: (name: string) => string,
  groups: readonly ReviewGroup[],
  zone: string,
  locale: string,
) {
  const prices = groups.map(({ key, expiresMs }) => {
    const name = `settled.prices.${key}`;
    const written = value(`${name}.at`);
    const which = value(whichField(`${name}.at`));
    const isExpiry = written === localMinute(expiresMs, zone) && which === "";
    const at = isExpiry ? new Date(expiresMs).toISOString() : instantOf(written, zone, which);
    return [key, { price: priceOf(value(`${name}.price`), locale), at }];
  });
  const given = value("settled.note");
  return {
    prices: Object.fromEntries(prices),
    where: value("settled.where"),
    ...(withoutInvisible(given) !== "" && { note: given }),
  };
}

/** A signal in the review, with the outcome as it will stand on the record. */
function StagedLine({ signal, outcome, failure }: Staged & { readonly failure?: FormFailure | undefined }) {
  const { t } = useTranslation("queue");
  const { stage } = useStaging();
  const textOf = useFailureText();
  const refusalTexts = useRefusalTexts();
  return (
    <div className="review__line">
      <span className="two-lines">
        <span className="signal-name">
          <bdi>{signal.asset}</bdi> <Direction direction={signal.direction} />
          <Outcome signal={asItWillStand(signal, outcome)} />
        </span>
        <small>
          {signal.trader.name}, <Time at={signal.entry_at} precision="listed" /> –{" "}
          <Time at={signal.expires_at} />, #{signal.published_seq}
        </small>
      </span>
      <Button look="quiet" className="button--icon" onClick={() => stage(signal, null)}>
        <Icon name="x" />
        <span className="visually-hidden">
          {t("review.takeBack")} {signal.asset}, #{signal.published_seq}
        </span>
      </Button>
      <div role="alert">
        {failure ? <p className="field__error">{textOf(failure, refusalTexts)}</p> : null}
      </div>
    </div>
  );
}

function asItWillStand(signal: Signal, outcome: StagedOutcome): Signal {
  const isVoid = outcome === "void";
  return {
    ...signal,
    outcome,
    price_wait: null,
    settled_by: "hand",
    void_reason: isVoid ? "by hand" : null,
    counts_as_lost: isVoid && Date.parse(signal.entry_at) <= Date.now(),
  };
}
