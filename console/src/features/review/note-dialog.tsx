import { Button, Textarea } from "@mantine/core";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { useReviewAct } from "./use-review-act.ts";

const LEAST = 3;

/** Closes an entry, or gives a dispute up: it says what that does, and asks for a note. */
export function NoteDialog({
  id,
  opened,
  name,
  words,
  close,
  done,
}: {
  id: string;
  opened: boolean;
  name: "close" | "accept";
  /** Title, effect, the button's words and what is said afterwards. */
  words: { title: string; effect: string; confirm: string; toast: string };
  close: () => void;
  done: () => void;
}) {
  return (
    <Dialog opened={opened} title={words.title} close={close}>
      <Form id={id} name={name} words={words} close={close} done={done} />
    </Dialog>
  );
}

function Form({ id, name, words, close, done }: Omit<Parameters<typeof NoteDialog>[0], "opened">) {
  const { act, run } = useReviewAct();
  const [note, setNote, clearNote] = useDraft(`review-note:${id}`);
  const isReady = note.trim().length >= LEAST;
  const submit = () =>
    run((requestKey) => call(`POST /api/console/review/${name}`, { id, note, requestKey }), {
      words: words.toast,
      done: () => {
        clearNote();
        done();
      },
    });
  return (
    <>
      <Effect sentences={[words.effect]} />
      <Textarea
        label={t("review.note")}
        description={t("review.noteHint")}
        value={note}
        maxLength={500}
        autosize
        minRows={2}
        error={act.fields["note"]}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
      <Failure text={act.fields["texts"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          color={name === "accept" ? "red" : undefined}
          loading={act.busy}
          disabled={!isReady}
          onClick={submit}
        >
          {words.confirm}
        </Button>
      </DialogActs>
    </>
  );
}
