/** Stands in the place of what only a member sees, until the browser knows who that is. */
import { PartFailed } from "#client/app/part-failed.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { useSession } from "./session-context.tsx";
import { isAuthenticated } from "./session-state.ts";

export function MemberNotLoaded() {
  const { session, state } = useSession();
  const { t } = useTranslation("common");
  // Not NotLoaded: the door of the staff's area would load all that reads data with it.
  if (isAuthenticated(state) && state.userError !== null) return <PartFailed retry={session.loadUser} />;
  return <p className="skeleton">{t("states.loading")}</p>;
}
