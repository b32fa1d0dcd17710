/** Stands in the place of a part of the page that has failed, with a button that tries again. */
import { useState } from "react";
import { useTranslation } from "#client/i18n/translation.tsx";
import { Button } from "#client/ui/button.tsx";
import { focusToHeading } from "#client/ui/focus.ts";

/** What it resolves or rejects with is no matter: the owner shows what came of it. */
export type Retry = () => unknown;

export function PartFailed({ retry }: { readonly retry: Retry }) {
  const { t } = useTranslation("common");
  const [isTrying, setIsTrying] = useState(false);

  async function tryAgain() {
    setIsTrying(true);
    try {
      await retry();
    } catch {
      // Still failed, which is what stands here.
    } finally {
      setIsTrying(false);
    }
  }

  return (
    <div ref={focusToHeading} className="empty" role="alert">
      <p>{t("states.failed")}</p>
      <Button className="needs-script" isBusy={isTrying} onClick={() => void tryAgain()}>
        {t("states.retry")}
      </Button>
    </div>
  );
}
