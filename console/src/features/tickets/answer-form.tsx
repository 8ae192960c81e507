import type { Ticket } from "@cliffhanger/contract/console/tickets";
import { Button, SegmentedControl, Select, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Failure } from "../../ui/failure.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./tickets.module.css";
import { useTicketAct } from "./use-ticket.ts";

const kinds = ["answer", "note", "theirs"] as const;
type Kind = (typeof kinds)[number];
const MAX_LENGTH = 5000;
const ROWS = 7;

/** Answers by mail, writes a note, or enters what the writer answered. What is typed outlives a reload and a sign-in. */
export function AnswerForm({ ticket }: { ticket: Ticket }) {
  const { number, messages, language, mail } = ticket;
  const act = useTicketAct();
  const [kind, setKind] = useState<Kind>(mail ? "answer" : "note");
  const [text, setText, clear] = useDraft(`ticket.${number}.${kind}`);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    act.send(
      (requestKey) =>
        kind === "answer"
          ? call("POST /api/console/tickets/answer", { number, requestKey, text, seen: messages.length })
          : call("POST /api/console/tickets/note", { number, requestKey, text, kind }),
      () => {
        clear();
        showToast(t(`ticket.done.${kind}`));
      },
    );
  };
  return (
    <Panel title={t("ticket.reply")}>
      <form className={styles.form} onSubmit={send}>
        <SegmentedControl
          aria-label={t("ticket.kind")}
          data={kinds.map((one) => ({ value: one, label: t(`ticket.kind.${one}`) }))}
          value={kind}
          onChange={(next) => {
            act.reset();
            setKind(kinds.find((one) => one === next) ?? "answer");
          }}
        />
        {kind === "answer" && <Snippets ticket={ticket} insert={(more) => setText(joined(text, more))} />}
        <Textarea
          key={kind}
          label={
            kind === "answer" && language
              ? t("ticket.answerIn", { language: t(`language.${language}`) })
              : t(`ticket.kind.${kind}`)
          }
          value={text}
          error={act.fields["text"]}
          minRows={ROWS}
          maxRows={2 * ROWS}
          autosize
          maxLength={MAX_LENGTH}
          lang={kind === "note" ? undefined : (language ?? undefined)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Failure text={act.failure} />
        <div className={styles.acts}>
          <p className={styles.hint}>{hintOf(ticket, kind)}</p>
          <Button
            type="submit"
            loading={act.busy}
            disabled={text.trim() === "" || (kind === "answer" && !mail)}
          >
            {t(`ticket.send.${kind}`)}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function joined(before: string, more: string): string {
  return before.trim() === "" ? more : `${before.trimEnd()}\n\n${more}`;
}

/** Says where a text goes, and where an answer to it arrives. */
function hintOf({ mail, answersTo, hasInbox, email }: Ticket, kind: Kind): string {
  if (kind !== "answer") return t(`ticket.hint.${kind}`);
  if (!mail) return t("ticket.noMail");
  if (answersTo === null) return t("ticket.noAnswers", { email });
  return t(hasInbox ? "ticket.answersInbox" : "ticket.answersSeller", { email, address: answersTo });
}

/** Texts to begin with, in the writer's language; the English one stands beside it. */
function Snippets({ ticket, insert }: { ticket: Ticket; insert: (text: string) => void }) {
  const { snippets, language, orders } = ticket;
  const [chosen, setChosen] = useState<string | null>(null);
  const [latest] = orders;
  const filled = (text: string) =>
    latest?.kind === "order" ? text.replaceAll("{{order}}", latest.number) : text;
  const snippet = snippets.find(({ id }) => id === chosen);
  const english = snippet?.text.en ?? "";
  return (
    <>
      <Select
        label={t("ticket.snippet")}
        placeholder={t("ticket.snippetChoose")}
        data={snippets.map(({ id, text }) => ({ value: id, label: firstWords(text.en ?? id) }))}
        value={null}
        onChange={(id) => {
          const one = snippets.find((each) => each.id === id);
          if (!one) return;
          setChosen(one.id);
          insert(filled(one.text[language ?? "en"] ?? one.text.en ?? ""));
        }}
      />
      {snippet && language !== null && language !== "en" && (
        <p className={styles.aside} lang="en">
          {t("ticket.inEnglish")}
          {"\n"}
          {filled(english)}
        </p>
      )}
    </>
  );
}

const LABEL_LENGTH = 70;

/** Returns what a snippet says after its greeting. */
function firstWords(text: string): string {
  const line = text.split("\n").filter((one) => one.trim() !== "")[1] ?? text;
  return line.length > LABEL_LENGTH ? `${line.slice(0, LABEL_LENGTH)}…` : line;
}
