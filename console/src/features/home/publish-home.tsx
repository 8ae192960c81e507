import type { ConsoleHome } from "@cliffhanger/contract/console/home";
import { Button, TextInput } from "@mantine/core";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useDialogAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Mark } from "../../ui/mark.tsx";
import styles from "./home.module.css";

/** The acts about the whole draft: each asks once more and says what will happen. */
export function PublishHome({ home, take }: { home: ConsoleHome; take: (home: ConsoleHome) => void }) {
  const [params, change] = useAddress();
  const dialog = params.get("dialog");
  const act = useDialogAct(dialog === "publish" || dialog === "discard", "home");
  const [word, setWord, clearWord] = useDraft("home:word");
  const { version, changes } = home;
  const empty = home.sections.filter(({ count }) => count === 0);
  const close = () => change({ dialog: null }, { replace: true });
  const run = (name: "publish" | "discard") =>
    act.run(async () => {
      const given = name === "publish" && word.trim() !== "" ? { word } : {};
      take(await call(`POST /api/console/home/${name}`, { version, ...given }));
      clearWord();
      showToast(t(`home.${name}Done`));
      close();
    });
  const isDiscard = dialog === "discard";
  return (
    <>
      {changes !== null && (
        <>
          <Mark tone="amber">{t("home.changes", { count: changes })}</Mark>
          <Button variant="default" onClick={() => change({ dialog: "discard" })}>
            {t("publish.discard")}
          </Button>
        </>
      )}
      <Button disabled={changes === null} onClick={() => change({ dialog: "publish" })}>
        {t(changes === null ? "publish.nothing" : "home.publish")}
      </Button>
      <Dialog
        opened={(dialog === "publish" || isDiscard) && changes !== null}
        title={t(isDiscard ? "home.discardTitle" : "home.publishTitle")}
        close={close}
      >
        <div className={styles.form}>
          <p>{t(isDiscard ? "home.discardText" : "home.publishText", { count: changes ?? 0 })}</p>
          {!isDiscard && home.removed.length > 0 && (
            <p>{t("home.publishRemoved", { titles: home.removed.join(", ") })}</p>
          )}
          {!isDiscard && empty.length > 0 && (
            <>
              <Failure
                text={t("home.publishEmpty", {
                  count: empty.length,
                  titles: empty.map(({ title }) => title.en).join(", "),
                })}
              />
              <TextInput
                label={t("home.word")}
                value={word}
                maxLength={300}
                error={act.fields["word"]}
                onChange={(event) => setWord(event.currentTarget.value)}
              />
            </>
          )}
          <Failure text={act.failure} />
          <DialogActs>
            <Button variant="default" onClick={close}>
              {t("cancel")}
            </Button>
            <Button
              loading={act.busy}
              disabled={!isDiscard && empty.length > 0 && word.trim().length < 3}
              onClick={() => void run(isDiscard ? "discard" : "publish")}
            >
              {t(isDiscard ? "publish.discard" : "publish.confirm")}
            </Button>
          </DialogActs>
        </div>
      </Dialog>
    </>
  );
}
