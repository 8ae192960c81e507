import { useQueryClient } from "@tanstack/react-query";
import { SignInForm } from "../features/sign-in/sign-in-form.tsx";
import { takeMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { Plain } from "../ui/plain.tsx";

/** Asks who is there. Afterwards the screen at the same address opens. */
export function SignInScreen() {
  const client = useQueryClient();
  return (
    <Plain title={t("signIn.title")}>
      <title>{t("signIn.title")}</title>
      <SignInForm signedIn={(me) => takeMe(client, me)} />
    </Plain>
  );
}
