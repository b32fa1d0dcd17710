/** The authentication modal (spec section 2), loaded when it is first opened and kept from then on. */
import { lazy, Suspense, useState } from "react";
import { useSession } from "#client/session/session-context.tsx";

const SignInDialog = lazy(async () => ({
  default: (await import("#client/session/sign-in-dialog.tsx")).SignInDialog,
}));

export function AuthModal() {
  const { authModalVisible } = useSession().state;
  const [wasOpened, setWasOpened] = useState(false);
  if (authModalVisible && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <SignInDialog />
    </Suspense>
  );
}
