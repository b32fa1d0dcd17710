/** Beside the button that sends a dialog's form. */
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";

export function CancelButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation("common");
  return <Button onClick={onClick}>{t("form.cancel")}</Button>;
}
