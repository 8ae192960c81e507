import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { EmailField, PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { withReturn } from "./return-to.ts";
import { useAccount } from "./use-account.ts";
import { useSubmit } from "./use-submit.ts";

interface SignInFormProps {
  /** Where the user came from, for the link to a forgotten password. */
  returnTo: string;
  onSignedIn: () => Promise<void>;
}

/** Renders the sign-in by email and password (R4). */
export function SignInForm({ returnTo, onSignedIn }: SignInFormProps) {
  const t = useMessages();
  const { signIn } = useAccount();
  const prompts = { email: t("account.prompts.email"), password: t("account.prompts.password") };
  const submission = useSubmit(prompts, ["email", "password"], async ({ email = "", password = "" }) => {
    await signIn(email, password);
    await onSignedIn();
  });
  return (
    <Form submission={submission} submit={t("login.submit")}>
      <EmailField fault={submission.fault} first />
      <div>
        <PasswordField
          fault={submission.fault}
          name="password"
          label={t("account.password")}
          placeholder={prompts.password}
          known
          last
        />
        <Link
          href={withReturn("/retrievePassword", returnTo)}
          className="-mb-2 ml-auto flex min-h-11 w-fit items-center text-sm text-muted underline underline-offset-4 hover:text-text"
        >
          {t("login.forgot")}
        </Link>
      </div>
    </Form>
  );
}
