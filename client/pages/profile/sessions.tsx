/** The member's sessions, with a button to end each. */
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useAction } from "#client/features/form/use-action.ts";
import { useTranslation } from "react-i18next";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { Button } from "#client/ui/button.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { focusToHeading } from "#client/ui/focus.ts";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { Time } from "#client/ui/time.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { EndedSessions, type MemberSession, MemberSessionList } from "#shared/contracts/profile.ts";

export const sessionsKey = "/api/profile/sessions/";

export function Sessions() {
  const { t } = useTranslation("profile");
  const { data, error, mutate } = useApi(sessionsKey, MemberSessionList);
  const columns = useColumns(mutate);
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  return (
    <>
      <p className="intro">{t("sessions.text")}</p>
      <DataTable<MemberSession>
        caption={t("sessions.heading")}
        columns={columns}
        rows={data.results}
        rowKey={({ id }) => id}
        empty={<p>{t("sessions.none")}</p>}
      />
      {data.results.some((session) => !session.is_current) ? <EndOthersButton onEnded={mutate} /> : null}
    </>
  );
}

function EndOthersButton({ onEnded }: { readonly onEnded: () => Promise<unknown> }) {
  const { t } = useTranslation("profile");
  const { http } = useData();
  const endOthers = useAction(async () => {
    const { ended } = await http.send("POST", `${sessionsKey}end-others/`, undefined, EndedSessions);
    toasts.add({ severity: "success", summary: t("sessions.ended", { count: ended }), life: 6000 });
    await onEnded();
  });
  return (
    <p ref={focusToHeading}>
      <Button look="danger" isBusy={endOthers.isBusy} onClick={endOthers.run}>
        {t("sessions.endOthers")}
      </Button>
    </p>
  );
}

function useColumns(onEnded: () => Promise<unknown>): readonly Column<MemberSession>[] {
  const { t } = useTranslation("profile");
  const deviceName = useDeviceName();
  return [
    {
      key: "device",
      header: t("sessions.device"),
      cell: ({ device, is_current }) => (
        <TwoLines first={deviceName(device)} second={is_current ? t("sessions.current") : null} />
      ),
    },
    { key: "network", header: t("sessions.network"), cell: ({ network }) => network || NO_VALUE },
    {
      key: "used",
      header: t("sessions.lastUsed"),
      isTime: true,
      cell: ({ last_used_at }) => <Time at={last_used_at} precision="listed" />,
    },
    {
      key: "began",
      header: t("sessions.began"),
      isTime: true,
      cell: ({ created_at }) => <Time at={created_at} precision="listed" />,
    },
    {
      key: "end",
      header: t("sessions.action"),
      cell: (session) => (session.is_current ? null : <EndButton session={session} onEnded={onEnded} />),
    },
  ];
}

interface EndButtonProps {
  readonly session: MemberSession;
  readonly onEnded: () => Promise<unknown>;
}

function EndButton({ session, onEnded }: EndButtonProps) {
  const { t } = useTranslation("profile");
  const { http } = useData();
  const deviceName = useDeviceName();
  const end = useAction(
    async () => {
      await http.send("DELETE", `${sessionsKey}${session.id}/`, undefined, v.undefined());
      await onEnded();
    },
    { not_found: t("sessions.gone") },
  );
  return (
    <Button isBusy={end.isBusy} onClick={end.run}>
      {t("sessions.end")}
      <span className="visually-hidden">{deviceName(session.device)}</span>
    </Button>
  );
}

/** Translates the API's "Firefox on Windows"; other text is shown unchanged. */
export function useDeviceName(): (device: string) => string {
  const { t } = useTranslation("profile");
  return (device) => {
    const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
    return system ? t("sessions.deviceName", { browser, system }) : device || t("sessions.unknownDevice");
  };
}
