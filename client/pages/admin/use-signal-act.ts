/** One act of staff on one signal. */
import { useEffect, useEffectEvent, useState } from "react";
import { useData } from "#client/data/data-provider.tsx";
import { HttpError } from "#client/data/http-error.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { type Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { useRefusalTexts } from "./refusal-texts.ts";
import { useRefresh } from "./use-refresh.ts";

/**
 * What a form needs to settle, void or correct a signal and to close its dialog with it; `sendTo` rejects with the API's answer. To be
 * spread into `useForm`.
 */
export function useSignalAct(signal: Signal, onClose: () => void) {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const refresh = useRefresh();
  const noteRefusal = useRefreshOnceClosed();
  return {
    refusalTexts: useRefusalTexts(),
    async sendTo(verb: "settle" | "void" | "correct", body: unknown) {
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
