import { LoaderCircle } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { formatNumber } from "../../lib/format-count.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { TicketSent } from "./ticket-sent.tsx";
import { type Contact, lengthOf, MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH, useContact } from "./use-contact.ts";

/** Renders a message to the operator (R26): it is saved while it is written, and answered with its ticket number. */
export function ContactForm() {
  const contact = useContact();
  if (contact.ticket) return <TicketSent ticket={contact.ticket} onAnother={contact.startAgain} />;
  return <Form contact={contact} />;
}

function Form({ contact }: { contact: Contact }) {
  const t = useMessages();
  const { values, change, fault, busy, send } = contact;
  const form = useRef<HTMLFormElement>(null);
  // Before hydration the browser would submit the form itself.
  const ready = useHydrated();

  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fault]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void send();
  }

  return (
    <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={submit} className="space-y-5">
      <div role="alert" className={fault?.message ? "" : "mb-0"}>
        {fault?.message ? (
          <p className="rounded-lg border border-accent bg-surface px-4 py-3 text-sm">{fault.message}</p>
        ) : null}
        {fault ? <p className="sr-only">{Object.values(fault.fields).join(" ")}</p> : null}
      </div>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={254}
        required
        label={t("contact.email")}
        placeholder={t("contact.emailMissing")}
        value={values.email}
        readOnly={busy}
        onChange={(event) => change("email", event.target.value)}
        fault={fault?.fields.email}
      />
      <TextField
        name="subject"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={MAX_SUBJECT_LENGTH}
        required
        label={t("contact.subject")}
        value={values.subject}
        readOnly={busy}
        onChange={(event) => change("subject", event.target.value)}
        fault={fault?.fields.subject}
      />
      <TextArea
        name="text"
        required
        label={t("contact.text")}
        value={values.text}
        readOnly={busy}
        onChange={(event) => change("text", event.target.value)}
        fault={fault?.fields.text}
        count={<Count text={values.text} />}
      />
      <Button shape="primary" type="submit" disabled={!ready} aria-disabled={busy} className="w-full">
        {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : null}
        {t("contact.send")}
      </Button>
    </form>
  );
}

// It is announced only near the limit.
function Count({ text }: { text: string }) {
  const t = useMessages();
  const language = useLanguage();
  const used = lengthOf(text);
  const shown = (count: number) => formatNumber(count, language);
  const near = used > MAX_TEXT_LENGTH * 0.95;
  return (
    <>
      <p aria-hidden className={`tabular ml-auto ${used > MAX_TEXT_LENGTH ? "text-accent" : "text-muted"}`}>
        {shown(used)} / {shown(MAX_TEXT_LENGTH)}
      </p>
      <p role="status" className="sr-only">
        {near ? t("contact.left", { formatted: shown(MAX_TEXT_LENGTH - used) }) : null}
      </p>
    </>
  );
}
