/** Asks before a trader is retired, which nothing takes back. */
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/form/form.tsx";
import { useForm } from "#client/form/use-form.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { Trader } from "#shared/contracts/traders.ts";
import { useRefusalTexts } from "./refusal-texts.ts";
import { useRefresh } from "./use-refresh.ts";

export interface RetireFormProps {
  readonly trader: Trader;
  readonly onClose: () => void;
}

export function RetireForm({ trader, onClose }: RetireFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const refresh = useRefresh();
  const refusalTexts = useRefusalTexts();
  const form = useForm<Trader>({
    schema: v.undefined(),
    body: () => undefined,
    send: (body) => http.send("POST", `/api/admin/traders/${trader.handle}/retire/`, body, Trader),
    refusalTexts,
    onSent({ name }) {
      onClose();
      refresh("/api/traders/");
      toasts.add({ severity: "success", summary: t("traders.retiredNow", { name }), life: 6000 });
    },
  });
  return (
    <Form
      form={form}
      label={t("traders.retire")}
      submitLabel={t("traders.retireSubmit")}
      submitLook="danger"
      onCancel={onClose}
    >
      <p>{t("traders.retireText")}</p>
    </Form>
  );
}
