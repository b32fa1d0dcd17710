/** What stands in the place of a part of the page that is not there. */
import { useState } from "react";
import { useTranslation } from "#client/i18n/translation.tsx";
import { Button } from "#client/ui/button.tsx";
import { focusToHeading } from "#client/ui/focus.ts";
import { isAbsent } from "#client/data/http-error.ts";

/** What it resolves or rejects with is no matter: the owner shows what came of it. */
export type Retry = () => unknown;

/** It has failed: a button tries again. */
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

interface NotLoadedProps {
  /** Null or undefined while it is on its way. */
  readonly error: unknown;
  /** Asks for it again. */
  readonly retry: Retry;
}

/** It could not be loaded, or not yet. */
export function NotLoaded({ error, retry }: NotLoadedProps) {
  const { t } = useTranslation("common");
  if (isAbsent(error)) return <p className="empty">{t("states.notOffered")}</p>;
  return error ? <PartFailed retry={retry} /> : <p className="skeleton">{t("states.loading")}</p>;
}
