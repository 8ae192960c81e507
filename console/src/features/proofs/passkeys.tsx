import { Button, TextInput } from "@mantine/core";
import { KeyRound, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "../../lib/call.ts";
import { formText } from "../../lib/form-text.ts";
import { useMe, useRefreshMe } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { deviceName, makePasskey, passkeyName, passkeysMissing } from "../../lib/passkeys.ts";
import { formatDay, formatFull, formatPast } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { ActsHead } from "../../ui/acts-head.tsx";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./proofs.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The passkeys of this operator. */
export function Passkeys() {
  const { proofs } = useMe();
  const [params, change] = useAddress();
  const missing = passkeysMissing();
  const removing = proofs.passkeys.find(
    ({ id }) => params.get("dialog") === "remove" && id === params.get("id"),
  );
  const close = () => change({ dialog: null, id: null }, { replace: true });
  return (
    <Panel
      title={t("passkeys.title")}
      hint={proofs.passkeys.length === 1 ? t("passkeys.second") : t("passkeys.hint")}
      acts={
        missing === null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={15} aria-hidden />}
            onClick={() => change({ dialog: "passkey" })}
          >
            {t("passkeys.add")}
          </Button>
        )
      }
    >
      {missing !== null && (
        <PanelBody>
          <p className={styles.note}>{t(`passkey.missing.${missing}`)}</p>
        </PanelBody>
      )}
      {proofs.passkeys.length === 0 && missing === null && (
        <PanelBody>
          <p className={rows.muted}>{t("passkeys.none")}</p>
        </PanelBody>
      )}
      {proofs.passkeys.length > 0 && (
        <table className={rows.table}>
          <thead>
            <tr>
              <th>{t("passkeys.name")}</th>
              <th>{t("passkeys.made")}</th>
              <th>{t("passkeys.used")}</th>
              <ActsHead />
            </tr>
          </thead>
          <tbody>
            {proofs.passkeys.map((passkey, index) => (
              <tr key={passkey.id}>
                <td className={rows.wide}>
                  <span className={rows["with-icon"]}>
                    <KeyRound size={17} aria-hidden />
                    <strong>{passkeyName(passkey, index)}</strong>
                    {passkey.backedUp && <Mark>{t("passkeys.shared")}</Mark>}
                  </span>
                </td>
                <td className={rows.muted} title={formatFull(passkey.createdAt)}>
                  <span className={rows.label}>{t("passkeys.made")}</span>
                  {formatDay(passkey.createdAt)}
                </td>
                <td className={rows.muted} title={passkey.usedAt ? formatFull(passkey.usedAt) : undefined}>
                  <span className={rows.label}>{t("passkeys.used")}</span>
                  {passkey.usedAt ? formatPast(passkey.usedAt) : t("never")}
                </td>
                <td className={rows.wide}>
                  <div className={rows.acts}>
                    <RowButton
                      act={t("remove")}
                      row={passkeyName(passkey, index)}
                      onClick={() => change({ dialog: "remove", id: passkey.id })}
                    />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <AddPasskey opened={params.get("dialog") === "passkey"} close={close} />
      <Dialog opened={removing !== undefined} title={t("passkeys.removeTitle")} close={close}>
        {removing && <RemovePasskey id={removing.id} name={removing.name} close={close} />}
      </Dialog>
    </Panel>
  );
}

function AddPasskey({ opened, close }: { opened: boolean; close: () => void }) {
  const { site } = useMe();
  const refresh = useRefreshMe();
  const act = useAct();
  const [codes, setCodes] = useState<string[] | null>(null);
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = formText(event.currentTarget, "name");
    void act.run(async () => {
      const offered = await call("POST /api/console/me/passkey", {});
      if (!("offer" in offered)) return;
      const response = await makePasskey(offered.offer.options);
      const made = await call("POST /api/console/me/passkey", {
        challenge: offered.offer.challenge,
        response,
        name,
      });
      await refresh();
      showToast(t("passkeys.added"));
      if ("recoveryCodes" in made && made.recoveryCodes !== null) setCodes(made.recoveryCodes);
      else close();
    });
  };
  const done = () => {
    setCodes(null);
    close();
  };
  return (
    <Dialog
      opened={opened}
      title={t(codes ? "recovery.title" : "passkeys.addTitle")}
      close={codes ? null : close}
    >
      {codes ? (
        <RecoveryCodes codes={codes} site={site.name} done={done} />
      ) : (
        <form className={styles.form} onSubmit={add}>
          <TextInput
            name="name"
            label={t("passkeys.name")}
            description={t("passkeys.nameHint")}
            defaultValue={deviceName()}
            maxLength={60}
            data-autofocus
          />
          <Failure text={act.failure} />
          <DialogActs>
            <Button variant="default" onClick={close}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={act.busy}>
              {t("passkeys.make")}
            </Button>
          </DialogActs>
        </form>
      )}
    </Dialog>
  );
}

function RemovePasskey({ id, name, close }: { id: string; name: string; close: () => void }) {
  const refresh = useRefreshMe();
  const act = useAct();
  const remove = () =>
    act.run(async () => {
      await call("DELETE /api/console/me/passkey", { id });
      await refresh();
      showToast(t("passkeys.removed"));
      close();
    });
  return (
    <>
      <p>{t("passkeys.removeText", { name })}</p>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color="red" loading={act.busy} onClick={remove}>
          {t("remove")}
        </Button>
      </DialogActs>
    </>
  );
}
