/** Settles or voids an open signal: once, and for good. */
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useData } from "#client/data/data-provider.tsx";
import { HttpError } from "#client/data/http-error.ts";
import { DialogButton } from "#client/form/dialog-button.tsx";
import { Form } from "#client/form/form.tsx";
import { useForm } from "#client/form/use-form.ts";
import { useFormats } from "#client/record/formats.ts";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { toasts } from "#client/ui/toasts/toasts.ts";
import { SettleRequest, VoidRequest } from "#shared/contracts/admin.ts";
import { SETTLEMENTS, type Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { useRefusalTexts } from "./refusal-texts.ts";
import { useRefresh } from "./use-refresh.ts";

export function EndSignal({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("admin");
  const about = signal.asset;
  const which = <Which signal={signal} />;
  const named = (act: string) => (
    <span className="two-lines">
      {act} <small>{which}</small>
    </span>
  );
  const name = (
    <>
      {about}, {which}
    </>
  );
  return (
    <span className="row-actions">
      <DialogButton text={t("open.settle")} about={name} title={named(t("settle.title", { about }))}>
        {(close) => <SettleForm signal={signal} onClose={close} />}
      </DialogButton>
      <DialogButton
        text={t("open.void")}
        about={name}
        title={named(t("void.title", { about }))}
        look="danger"
      >
        {(close) => <VoidForm signal={signal} onClose={close} />}
      </DialogButton>
    </span>
  );
}

/** Tells a signal from every other of its asset: the last is the number of its entry in the ledger. */
function Which({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("common");
  const { locale } = useFormats();
  const { trader, direction, entry_at, expires_at, published_seq } = signal;
  return (
    <>
      {trader.name}, {t(`direction.${direction}`)}, <Time epochMs={Date.parse(entry_at)} locale={locale} /> –{" "}
      <Time epochMs={Date.parse(expires_at)} locale={locale} />, #{published_seq}
    </>
  );
}

interface EndFormProps {
  readonly signal: Signal;
  readonly onClose: () => void;
}

function SettleForm({ signal, onClose }: EndFormProps) {
  const { t } = useTranslation(["admin", "common"]);
  const { locale } = useFormats();
  const expiresMs = Date.parse(signal.expires_at);
  // Said and left to the server, whose clock decides: this one may be late. What is said stays true as the expiry passes.
  const [isEarly] = useState(() => Date.now() < expiresMs);
  const end = useEnd(signal, onClose);
  const form = useForm<SignalDetail>({
    ...end,
    schema: SettleRequest,
    body: (value) => ({ outcome: value("outcome") }),
    send: (body) => end.sendTo("settle", body),
    fieldTexts: { outcome: t("problems.outcome") },
  });
  const outcomes = SETTLEMENTS.map((value) => ({ value, text: t(`common:outcome.${value}`) }));
  return (
    <>
      {isEarly ? (
        <p className="callout callout--caution">
          {t("settle.early")} <Time epochMs={expiresMs} locale={locale} />
        </p>
      ) : null}
      <p>{t("settle.text")}</p>
      <Form form={form} submitLabel={t("settle.submit")} onCancel={onClose}>
        <SelectField
          {...form.field("outcome")}
          label={t("common:record.outcome")}
          options={[{ value: "", text: t("fields.choose") }, ...outcomes]}
        />
      </Form>
    </>
  );
}

function VoidForm({ signal, onClose }: EndFormProps) {
  const { t } = useTranslation("admin");
  const end = useEnd(signal, onClose);
  const form = useForm<SignalDetail>({
    ...end,
    schema: VoidRequest,
    body: (value) => ({ reason: value("reason") }),
    send: (body) => end.sendTo("void", body),
    fieldTexts: { reason: t("problems.reason") },
  });
  return (
    <>
      <p>{t("void.text")}</p>
      <Form form={form} submitLabel={t("void.submit")} submitLook="danger" onCancel={onClose}>
        <TextField
          {...form.field("reason")}
          label={t("fields.reason")}
          hint={t("fields.reasonHint")}
          autoComplete="off"
          maxLength={500}
        />
      </Form>
    </>
  );
}

function useEnd(signal: Signal, onClose: () => void) {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const refresh = useRefresh();
  const noteRefusal = useRefreshOnceClosed();
  return {
    refusalTexts: useRefusalTexts(),
    async sendTo(verb: "settle" | "void", body: unknown) {
      try {
        return await http.send("POST", `/api/admin/signals/${signal.id}/${verb}/`, body, SignalDetail);
      } catch (error) {
        if (error instanceof HttpError && [404, 409].includes(error.status)) noteRefusal();
        throw error;
      }
    },
    onSent({ outcome }: SignalDetail) {
      onClose();
      refresh("/api/signals/", "/api/admin/audit/");
      const summary = t("open.ended", { asset: signal.asset, outcome: t(`common:outcome.${outcome}`) });
      toasts.add({ severity: "success", summary, life: 6000 });
    },
  };
}

/**
 * For when the API knows better what became of the signal: the list is asked for again as the dialog closes, which would go with
 * the signal's row.
 */
function useRefreshOnceClosed(): () => void {
  const [isRefused, setIsRefused] = useState(false);
  const refresh = useRefresh();
  const refreshList = useEffectEvent(() => refresh("/api/signals/"));
  useEffect(() => (isRefused ? () => refreshList() : undefined), [isRefused]);
  return () => setIsRefused(true);
}
