import { Button } from "@mantine/core";
import { LifeBuoy, Lock } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { useMe, useRefreshMe } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PasswordForm } from "./password-form.tsx";
import styles from "./proofs.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface Offer {
  challenge: string;
  secret: string;
  uri: string;
}

/** Password, authenticator app and recovery codes of this operator. */
export function PasswordAndCodes() {
  const { operator, proofs, site } = useMe();
  const refresh = useRefreshMe();
  const setUp = useAct();
  const change = useAct();
  const renew = useAct();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const begin = () =>
    setUp.run(async () => {
      const answer = await call("POST /api/console/me/password", {});
      change.reset();
      if ("offer" in answer) setOffer(answer.offer);
    });
  const send = async (proof: { challenge: string; password: string; code: string }) => {
    const answer = await call("POST /api/console/me/password", proof);
    await refresh();
    setOffer(null);
    showToast(t("password.changed"));
    if ("recoveryCodes" in answer) setCodes(answer.recoveryCodes);
  };
  const renewCodes = () =>
    renew.run(async () => {
      const { recoveryCodes } = await call("POST /api/console/me/recovery");
      await refresh();
      setCodes(recoveryCodes);
    });
  return (
    <Panel title={t("password.title")} hint={t("password.about")}>
      <div className={styles.line}>
        <Lock size={18} aria-hidden />
        <span className={styles.grow}>
          <strong>{t("password.line")}</strong>
          <span>{t(proofs.password ? "password.set" : "password.unset")}</span>
        </span>
        <Button variant="default" size="compact-sm" loading={setUp.busy} onClick={begin}>
          {t(proofs.password ? "change" : "password.setUp")}
        </Button>
      </div>
      <Failure text={setUp.failure} />
      <div className={styles.line}>
        <LifeBuoy size={18} aria-hidden />
        <span className={styles.grow}>
          <strong>{t("recovery.title")}</strong>
          <span>{t("recovery.left", { count: proofs.recoveryCodes })}</span>
        </span>
        <Button variant="default" size="compact-sm" loading={renew.busy} onClick={renewCodes}>
          {t("recovery.renew")}
        </Button>
      </div>
      <Failure text={renew.failure} />
      <Dialog opened={offer !== null} title={t("password.dialog")} close={() => setOffer(null)}>
        {offer && (
          <PasswordForm offer={offer} email={operator.email} act={change} submit={send} label={t("save")} />
        )}
      </Dialog>
      <Dialog opened={codes !== null} title={t("recovery.title")} close={null}>
        {codes && <RecoveryCodes codes={codes} site={site.name} done={() => setCodes(null)} />}
      </Dialog>
    </Panel>
  );
}
