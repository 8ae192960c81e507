import { Passkeys } from "../features/proofs/passkeys.tsx";
import { PasswordAndCodes } from "../features/proofs/password-and-codes.tsx";
import { Sessions } from "../features/proofs/sessions.tsx";
import { useMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { Page } from "../ui/page.tsx";

/** The operator's own account: how they sign in, and where they are signed in. */
export function AccountScreen() {
  const { operator } = useMe();
  return (
    <Page title={t("account.title")} hint={`${operator.email} · ${t(`role.${operator.role}`)}`}>
      <Passkeys />
      <PasswordAndCodes />
      <Sessions />
    </Page>
  );
}
