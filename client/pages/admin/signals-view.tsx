/** Publishing. Settling and voiding are in the next view (`queue-view.tsx`). */
import { useTranslation } from "react-i18next";
import { PublishForm } from "./publish-form.tsx";

export function SignalsView() {
  const { t } = useTranslation("admin");
  return (
    <section>
      <h2>{t("publish.heading")}</h2>
      <p className="intro">{t("publish.intro")}</p>
      <PublishForm />
    </section>
  );
}
