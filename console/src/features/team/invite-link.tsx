import { Button } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogActs } from "../../ui/dialog.tsx";
import styles from "./team.module.css";

/** The link of an invitation, to hand over. */
export function InviteLink({
  email,
  link,
  mailed,
  close,
}: {
  email: string;
  link: string | null;
  mailed: boolean;
  close: () => void;
}) {
  return (
    <>
      <p>{t(mailed ? "invite.mailed" : "invite.notMailed", { email })}</p>
      {link !== null && <p className={styles.link}>{link}</p>}
      <p>{t("invite.once")}</p>
      <DialogActs>
        {link !== null && <CopyButton text={link} label={t("invite.copy")} />}
        <Button onClick={close} data-autofocus>
          {t("done")}
        </Button>
      </DialogActs>
    </>
  );
}
