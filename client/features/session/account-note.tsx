/** How somebody without an account gets one, as the operator has set it up. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

export function AccountNote() {
  const { t } = useTranslation("session");
  const { signUp, brand } = useRuntimeConfig();
  const isAsked = signUp !== "open" && brand.contactEmail !== "";
  return (
    <p className="field__hint">
      {t(`account.${signUp}`)}{" "}
      {isAsked ? <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a> : null}
    </p>
  );
}
