/** The authentication modal, loaded when it is first opened and kept from then on. It closes on navigation to another page. */
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { SignInDialogProps } from "#client/features/session/sign-in-dialog.tsx";
import { useSession } from "#client/features/session/session-context.tsx";

export function AuthModal() {
  const { session, state } = useSession();
  const { authModalVisible } = state;
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps> | null>(null);
  const { pathname } = useLocation();
  const [openedOn, setOpenedOn] = useState(pathname);
  const isElsewhere = openedOn !== pathname;
  if (isElsewhere && !authModalVisible) setOpenedOn(pathname);

  useEffect(() => {
    if (!authModalVisible || Dialog) return undefined;
    let isWanted = true;
    import("#client/features/session/sign-in-dialog.tsx").then(
      ({ SignInDialog }) => isWanted && setDialog(() => SignInDialog),
      // The handler for failed chunks has already told the visitor. The next press tries again, in browsers that retry a failed
      // import.
      () => isWanted && session.closeAuthModal(),
    );
    return () => {
      isWanted = false;
    };
  }, [authModalVisible, Dialog, session]);

  useEffect(() => {
    if (isElsewhere) session.closeAuthModal();
  }, [isElsewhere, session]);

  return Dialog ? <Dialog isOpen={authModalVisible && !isElsewhere} /> : null;
}
