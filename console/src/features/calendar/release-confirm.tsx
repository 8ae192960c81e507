import { Button } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import type { Act } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";

/** Asks once more before an act on the releases of a series, and says what it does. The address names the dialog. */
export function ReleaseConfirm({
  name,
  title,
  text,
  act,
  confirm,
}: {
  name: string;
  title: string;
  text: string;
  act: Act;
  confirm: () => Promise<boolean>;
}) {
  const [params, change] = useAddress();
  const close = () => {
    act.reset();
    change({ dialog: null }, { replace: true });
  };
  return (
    <Dialog opened={params.get("dialog") === name} title={title} close={close}>
      <p>{text}</p>
      <Failure text={Object.values(act.fields)[0] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button loading={act.busy} onClick={() => void confirm().then((isDone) => isDone && close())}>
          {title}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
