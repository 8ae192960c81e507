import type { Me } from "@cliffhanger/contract/console/operator";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { formCode, formText } from "../../lib/form-text.ts";
import { t } from "../../lib/messages.ts";
import { askPasskey, passkeysMissing } from "../../lib/passkeys.ts";
import { useAct } from "../../lib/use-act.ts";
import { CodeInput } from "../../ui/code-input.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Or } from "../../ui/or.tsx";
import styles from "./sign-in-form.module.css";

type Step = { name: "first" | "recovery" } | { name: "code"; attempt: string };

/**
 * Signs in by passkey, by password and code, or by a recovery code when the passkeys are lost.
 * @param email fills the address in, when a session of a known operator has ended
 */
export function SignInForm({ email = "", signedIn }: { email?: string; signedIn: (me: Me) => void }) {
  const [step, setStep] = useState<Step>({ name: "first" });
  const startOver = () => setStep({ name: "first" });
  if (step.name === "code")
    return <CodeStep attempt={step.attempt} signedIn={signedIn} startOver={startOver} />;
  if (step.name === "recovery")
    return <RecoveryStep email={email} signedIn={signedIn} startOver={startOver} />;
  return (
    <FirstStep
      email={email}
      signedIn={signedIn}
      passwordAccepted={(attempt) => setStep({ name: "code", attempt })}
      lost={() => setStep({ name: "recovery" })}
    />
  );
}

function FirstStep({
  email,
  signedIn,
  passwordAccepted,
  lost,
}: {
  email: string;
  signedIn: (me: Me) => void;
  passwordAccepted: (attempt: string) => void;
  lost: () => void;
}) {
  const byPasskey = useAct();
  const byPassword = useAct();
  const missing = passkeysMissing();

  const passkey = () =>
    byPasskey.run(async () => {
      const { challenge, options } = await call("POST /api/console/session/passkey/options");
      if (challenge === null || options === null) throw new CallError(409, t("passkey.refusedHere"), {});
      const response = await askPasskey(options);
      signedIn((await call("POST /api/console/session/passkey", { challenge, response })).me);
    });
  const password = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = {
      email: formText(event.currentTarget, "email"),
      password: formText(event.currentTarget, "password"),
    };
    void byPassword.run(async () => {
      const { attempt } = await call("POST /api/console/session/password", body);
      passwordAccepted(attempt);
    });
  };
  return (
    <div className={styles.form}>
      {missing === null ? (
        <>
          <Button
            size="md"
            leftSection={<KeyRound size={18} aria-hidden />}
            loading={byPasskey.busy}
            onClick={passkey}
            data-autofocus
          >
            {t("signIn.passkey")}
          </Button>
          <Failure text={byPasskey.failure} />
          <Or />
        </>
      ) : (
        <p className={styles.note}>{t(`passkey.missing.${missing}`)}</p>
      )}
      <form className={styles.form} onSubmit={password}>
        <TextInput
          name="email"
          type="email"
          label={t("signIn.email")}
          autoComplete="username"
          defaultValue={email}
          error={byPassword.fields["email"]}
          required
        />
        <PasswordInput
          name="password"
          label={t("signIn.password")}
          autoComplete="current-password"
          error={byPassword.fields["password"]}
          visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
          required
        />
        <Failure text={byPassword.failure} />
        <Button type="submit" size="md" variant="default" loading={byPassword.busy}>
          {t("signIn.continue")}
        </Button>
      </form>
      <button type="button" className={styles.link} onClick={lost}>
        {t("signIn.lost")}
      </button>
    </div>
  );
}

/** For an operator whose only proofs were passkeys: the address and one of the recovery codes. */
function RecoveryStep({
  email,
  signedIn,
  startOver,
}: {
  email: string;
  signedIn: (me: Me) => void;
  startOver: () => void;
}) {
  const act = useAct();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { email: formText(event.currentTarget, "email"), code: formCode(event.currentTarget) };
    void act.run(async () => signedIn((await call("POST /api/console/session/code", body)).me));
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <p className={styles.note}>{t("signIn.lostText")}</p>
      <TextInput
        name="email"
        type="email"
        label={t("signIn.email")}
        autoComplete="username"
        defaultValue={email}
        required
      />
      <CodeInput recovery error={act.fields["code"]} />
      <Failure text={act.failure} />
      <Button type="submit" size="md" loading={act.busy}>
        {t("signIn.submit")}
      </Button>
      <div className={styles.others}>
        <button type="button" className={styles.link} onClick={startOver}>
          {t("signIn.startOver")}
        </button>
      </div>
    </form>
  );
}

function CodeStep({
  attempt,
  signedIn,
  startOver,
}: {
  attempt: string;
  signedIn: (me: Me) => void;
  startOver: () => void;
}) {
  const act = useAct();
  const [recovery, setRecovery] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = formCode(event.currentTarget);
    void act.run(async () => signedIn((await call("POST /api/console/session/code", { attempt, code })).me));
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <CodeInput key={String(recovery)} recovery={recovery} error={act.fields["code"]} />
      <Failure text={act.failure} />
      <Button type="submit" size="md" loading={act.busy}>
        {t("signIn.submit")}
      </Button>
      <div className={styles.others}>
        <button type="button" className={styles.link} onClick={() => setRecovery(!recovery)}>
          {t(recovery ? "signIn.useCode" : "signIn.useRecovery")}
        </button>
        <button type="button" className={styles.link} onClick={startOver}>
          {t("signIn.startOver")}
        </button>
      </div>
    </form>
  );
}
