import type { Pixel } from "@cliffhanger/contract/console/site";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";

const key = ["pixels"];

/** Sets or removes the id of the pixel that the address names. */
export function PixelDialog({ pixels }: { pixels: readonly Pixel[] }) {
  const [params] = useAddress();
  const pixel = pixels.find((one) => one.key === params.get("pixel"));
  return pixel ? <Content key={pixel.key} pixel={pixel} /> : null;
}

function Content({ pixel }: { pixel: Pixel }) {
  const { key: name, value, example } = pixel;
  const client = useQueryClient();
  const [params, change] = useAddress();
  const act = useAct();
  const removes = params.get("dialog") === "remove";
  const [text, setText, clearText] = useDraft(`pixel:${name}`, value ?? "");
  // What was shown when the dialog opened: a change by someone else meanwhile is refused.
  const [from, setFrom] = useState(value);
  const close = () => {
    act.reset();
    clearText();
    change({ pixel: null, dialog: null }, { replace: true });
  };
  const save = () =>
    act.run(async () => {
      const to = removes ? null : text.trim();
      try {
        putAnswer(client, key, await call("POST /api/console/pixels", { key: name, from, to }));
      } catch (error) {
        if (error instanceof CallError && error.reason === "changed_meanwhile") {
          setFrom((error.info as { current: string | null }).current);
          await client.invalidateQueries({ queryKey: key });
        }
        throw error;
      }
      showToast(t(removes ? "pixels.removed" : "pixels.saved", { vendor: t(`pixels.${name}`) }));
      close();
    });
  return (
    <Dialog
      opened
      title={t(removes ? "pixels.removeTitle" : "pixels.setTitle", { vendor: t(`pixels.${name}`) })}
      close={close}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {removes ? (
          <p>{t("pixels.removeText", { id: value ?? "" })}</p>
        ) : (
          <TextInput
            label={t("pixels.id")}
            description={t("pixels.effect")}
            placeholder={example}
            value={text}
            error={act.fields["to"]}
            maxLength={200}
            spellCheck={false}
            required
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {from !== value && <Failure text={t("pixels.other", { id: value ?? t("pixels.none") })} />}
        <Failure text={act.failure} />
        <DialogActs>
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" color={removes ? "red" : "ink"} loading={act.busy}>
            {t(removes ? "remove" : "save")}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
