import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { stopSending } from "../features/upload/uploader.ts";
import { isHeld } from "../lib/leaving.ts";
import { signOut } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { showToast } from "../lib/toasts.ts";
import { Dialog, DialogActs } from "../ui/dialog.tsx";

/** Returns what signs the operator out, and the dialog that asks first while something is not saved: it would be lost. */
export function useSignOut(): [leave: () => void, asksFirst: ReactNode] {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const leaveNow = () => {
    setAsking(false);
    signOut(client).then(
      () => stopSending(),
      (error: unknown) => showToast(sentenceOf(error)),
    );
  };
  const asksFirst = (
    <Dialog opened={isAsking} title={t("signOut.title")} close={() => setAsking(false)}>
      <p>{t("signOut.text")}</p>
      <DialogActs>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t("cancel")}
        </Button>
        <Button color="red" onClick={leaveNow}>
          {t("signOut")}
        </Button>
      </DialogActs>
    </Dialog>
  );
  return [() => (isHeld() ? setAsking(true) : leaveNow()), asksFirst];
}
