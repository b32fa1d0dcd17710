/** The authentication modal (spec section 2), loaded when it is first opened and kept from then on. */
import { type ComponentType, useEffect, useState } from "react";
import { useSession } from "#client/session/session-context.tsx";

export function AuthModal() {
  const { session, state } = useSession();
  const { authModalVisible } = state;
  const [Dialog, setDialog] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!authModalVisible || Dialog) return undefined;
    let isWanted = true;
    import("#client/session/sign-in-dialog.tsx").then(
      ({ SignInDialog }) => isWanted && setDialog(() => SignInDialog),
      // Told to the visitor by whoever watches over missing parts; the next press tries again where the browser does.
      () => isWanted && session.closeAuthModal(),
    );
    return () => {
      isWanted = false;
    };
  }, [authModalVisible, Dialog, session]);

  return Dialog ? <Dialog /> : null;
}
