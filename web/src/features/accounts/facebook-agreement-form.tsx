import { useMessages } from "../../lib/use-language.ts";
import { Agreement } from "./agreement.tsx";
import { Form } from "./form.tsx";
import { usePerson } from "./person.ts";
import { useSubmit } from "./use-submit.ts";

/** What a first way in by Facebook still needs: the agreement (R5). */
export function FacebookAgreementForm() {
  const t = useMessages();
  const { agreeAfterFacebook } = usePerson();
  const submission = useSubmit({ agree: t("register.agreeFirst") }, ["agree"], agreeAfterFacebook);
  return (
    <Form submission={submission} submit={t("register.submit")}>
      <Agreement fault={submission.fault} />
    </Form>
  );
}
