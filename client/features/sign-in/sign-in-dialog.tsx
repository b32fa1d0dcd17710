/** The authentication modal: the sign-in form in a dialog. */
import { Toasts } from "#client/ui/toasts/toast-area.tsx";
import { useTranslation } from "react-i18next";
import { Dialog } from "#client/ui/dialog.tsx";
import { useSession } from "#client/features/session/session-context.tsx";
import { SignInForm } from "./sign-in-form.tsx";

export interface SignInDialogProps {
  readonly isOpen: boolean;
}

export function SignInDialog({ isOpen }: SignInDialogProps) {
  const { session, state } = useSession();
  const { t } = useTranslation("session");
  return (
    <Dialog
      isOpen={isOpen}
      onClose={session.closeAuthModal}
      title={t("dialog.title")}
      closeLabel={t("dialog.close")}
    >
      {state.traderToFollow === null ? null : <p>{t("dialog.toFollow", { trader: state.traderToFollow })}</p>}
      <SignInForm onSignedIn={session.closeAuthModal} isDroppedOnLeaving />
      <Toasts />
    </Dialog>
  );
}
