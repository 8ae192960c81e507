import { useMessages } from "../../lib/use-language.ts";
import { Agreement } from "./agreement.tsx";
import { Form } from "./form.tsx";
import { useAccount } from "./use-account.ts";
import { useSubmit } from "./use-submit.ts";

/** Renders the agreement that a first sign-in through Facebook still needs (R5). */
export function FacebookAgreementForm() {
  const t = useMessages();
  const { agreeAfterFacebook } = useAccount();
  const submission = useSubmit({ agree: t("register.agreeFirst") }, ["agree"], agreeAfterFacebook);
  return (
    <Form submission={submission} submit={t("register.submit")}>
      <Agreement fault={submission.fault} />
    </Form>
  );
}
