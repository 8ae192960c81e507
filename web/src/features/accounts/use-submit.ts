import { type FormEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMessages } from "../../lib/use-language.ts";
import { emptyFields, type Fault, faultOf } from "./fault.ts";

/** What a form's fields hold, by name. */
export type Values = Readonly<Record<string, string>>;

/** A form on its way to the server. */
export interface Submission {
  busy: boolean;
  fault: Fault | null;
  /** False on the server and until the page answers: a browser would send the form by itself, with what it holds. */
  ready: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Sends a form: empty fields are asked for first, the server's words come back to the fields they are about, and the
 * first field that is wrong gets the focus. Passwords stay in the fields alone, never in any state.
 * @param prompts words for each field that must not be empty
 */
export function useSubmit(
  prompts: Values,
  fields: readonly string[],
  deed: (values: Values, form: HTMLFormElement) => Promise<void>,
): Submission {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const ready = useHydrated();

  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fault]);

  async function send(sent: HTMLFormElement) {
    const values = valuesOf(sent);
    form.current = sent;
    const empty = emptyFields(values, prompts);
    setFault(empty);
    if (empty) return;
    setBusy(true);
    try {
      await deed(values, sent);
    } catch (error) {
      setFault(faultOf(error, fields, t("errors.general")));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    fault,
    ready,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void send(event.currentTarget);
    },
  };
}

function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}
