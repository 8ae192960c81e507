import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useId } from "react";
import { formCode, formText } from "../../lib/form-text.ts";
import { t } from "../../lib/messages.ts";
import type { Act } from "../../lib/use-act.ts";
import { CodeInput } from "../../ui/code-input.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import styles from "./proofs.module.css";

/** Asks for a new password and sets the authenticator app up with the secret of an offer. */
export function PasswordForm({
  offer,
  email,
  act,
  submit,
  label,
}: {
  offer: { challenge: string; secret: string; uri: string };
  email: string;
  act: Act;
  submit: (proof: { challenge: string; password: string; code: string }) => Promise<void>;
  label: string;
}) {
  const heading = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formText(event.currentTarget, "password");
    const code = formCode(event.currentTarget);
    void act.run(() => submit({ challenge: offer.challenge, password, code }));
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        name="password"
        label={t("password.new")}
        description={t("password.hint")}
        autoComplete="new-password"
        minLength={15}
        error={act.fields["password"] ?? act.fields["password.password"]}
        visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
        required
      />
      <section className={styles.app} aria-labelledby={heading}>
        <QrCode text={offer.uri} label={t("totp.picture")} />
        <div className={styles.appText}>
          <h2 id={heading} className={styles.heading}>
            {t("totp.title")}
          </h2>
          <p>{t("totp.text")}</p>
          <code className={styles.secret}>{offer.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
          <CopyButton text={offer.secret} label={t("totp.copy")} />
        </div>
      </section>
      <CodeInput error={act.fields["code"] ?? act.fields["password.code"]} />
      <Failure text={act.failure} />
      <Button type="submit" size="md" loading={act.busy}>
        {label}
      </Button>
    </form>
  );
}
