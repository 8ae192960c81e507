import { Button, PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { answerFreshRequired, CallError, call } from "../../lib/call.ts";
import { formCode, formText } from "../../lib/form-text.ts";
import { takeFresh, useMe } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { askPasskey, passkeysMissing } from "../../lib/passkeys.ts";
import { useAct } from "../../lib/use-act.ts";
import { CodeInput } from "../../ui/code-input.tsx";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Or } from "../../ui/or.tsx";
import styles from "./fresh-dialog.module.css";

/** Asks the operator to prove their identity again when a call needs it; that call is then sent again by itself. */
export function FreshDialog() {
  const [opened, setOpened] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  const settle = useCallback((proved: boolean) => {
    setOpened(false);
    for (const answer of waiting.current.splice(0)) answer(proved);
  }, []);
  useEffect(
    () =>
      answerFreshRequired(() => {
        setOpened(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  return (
    <Dialog opened={opened} title={t("fresh.title")} size="27rem" close={() => settle(false)} asksForProof>
      <Proof proved={() => settle(true)} cancel={() => settle(false)} />
    </Dialog>
  );
}

function Proof({ proved, cancel }: { proved: () => void; cancel: () => void }) {
  const { proofs } = useMe();
  const client = useQueryClient();
  const byPasskey = useAct();
  const byPassword = useAct();
  const offersPasskey = proofs.passkeys.length > 0 && passkeysMissing() === null;

  const passkey = () =>
    byPasskey.run(async () => {
      const { challenge, options } = await call("POST /api/console/session/passkey/options");
      if (challenge === null || options === null) throw new CallError(409, t("passkey.refusedHere"), {});
      const response = await askPasskey(options);
      const { me } = await call("POST /api/console/session/fresh", { challenge, response });
      takeFresh(client, me);
      proved();
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formText(event.currentTarget, "password");
    const code = formCode(event.currentTarget);
    void byPassword.run(async () => {
      const { me } = await call("POST /api/console/session/fresh", { password, code });
      takeFresh(client, me);
      proved();
    });
  };
  return (
    <>
      <p className={styles.text}>{t("fresh.text")}</p>
      {offersPasskey && (
        <Button
          size="md"
          leftSection={<Fingerprint size={18} aria-hidden />}
          loading={byPasskey.busy}
          onClick={passkey}
          data-autofocus
        >
          {t("fresh.passkey")}
        </Button>
      )}
      <Failure text={byPasskey.failure} />
      {offersPasskey && proofs.password && <Or />}
      {proofs.password && (
        <form className={styles.form} onSubmit={submit}>
          <PasswordInput
            name="password"
            label={t("signIn.password")}
            autoComplete="current-password"
            error={byPassword.fields["password"]}
            visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
            required
          />
          <CodeInput error={byPassword.fields["code"]} />
          <Failure text={byPassword.failure} />
          <Button type="submit" variant={offersPasskey ? "default" : "filled"} loading={byPassword.busy}>
            {t("fresh.submit")}
          </Button>
        </form>
      )}
      {!offersPasskey && !proofs.password && <p>{t("fresh.impossible")}</p>}
      <DialogActs>
        <Button variant="subtle" color="gray" onClick={cancel}>
          {t("cancel")}
        </Button>
      </DialogActs>
    </>
  );
}
