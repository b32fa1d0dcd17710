/** The authentication modal of spec section 2: a native dialog around the sign-in form, open while `authModalVisible`. */
import { type MouseEvent, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "./session-context.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Escape, the backdrop and the close button close it; the browser gives the focus back to where it was. */
export function SignInDialog() {
  const { session, state } = useSession();
  const { t } = useTranslation("session");
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isVisible = state.authModalVisible;

  useEffect(() => {
    const element = dialog.current;
    if (!isVisible || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [isVisible]);

  // The close event comes late: by then the dialog may have been opened again.
  function closed(): void {
    if (!dialog.current?.open) session.closeAuthModal();
  }

  function clicked(event: MouseEvent): void {
    if (event.target === dialog.current) session.closeAuthModal();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click is on the backdrop; Escape is the key for it
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={closed} onClick={clicked}>
      {isVisible && (
        <div className="dialog__panel">
          <h2 className="dialog__title" id={titleId}>
            {t("dialog.title")}
          </h2>
          <div className="dialog__body">
            <SignInForm onSignedIn={session.closeAuthModal} />
            <button className="button button--quiet" type="button" onClick={session.closeAuthModal}>
              {t("dialog.close")}
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}
