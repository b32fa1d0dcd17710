/**
 * Tells a member who has signed in by an account id alone how to get a passcode, until they hide the notice. The profile always
 * shows it.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { signsInByIdAlone } from "#client/features/session/id-alone.ts";
import { readStored, store } from "#client/data/storage.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { PASSCODE_NOTICE_KEY } from "#shared/site/storage-names.ts";

export function PasscodeNotice() {
  const { t } = useTranslation("shell");
  const { user } = useSession().state;
  const absent = useAbsentParts();
  const [isHidden, setIsHidden] = useState(false);
  // The user is known only in a browser.
  if (isHidden || user === null || !signsInByIdAlone(user, absent)) return null;
  if (readStored(storage, PASSCODE_NOTICE_KEY) !== null) return null;
  return (
    <aside className="offer" aria-label={t("passcodeNotice.title")}>
      <p className="offer__title">{t("passcodeNotice.title")}</p>
      <p>{t("passcodeNotice.text")}</p>
      <p className="actions">
        <button
          className="button button--quiet"
          type="button"
          onClick={() => {
            store(storage, PASSCODE_NOTICE_KEY, "true");
            setIsHidden(true);
          }}
        >
          {t("install.hide")}
        </button>
      </p>
    </aside>
  );
}

function storage(): Storage {
  return window.localStorage;
}
