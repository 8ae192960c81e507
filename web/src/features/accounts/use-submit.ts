import { type FormEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMessages } from "../../lib/use-language.ts";
import { emptyFields, type Fault, faultOf } from "./fault.ts";

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>;

/** The submission of a form to the server. */
export interface Submission {
  busy: boolean;
  fault: Fault | null;
  /** False until hydration: before it, the browser would submit the form itself, with its values. */
  ready: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Submits a form. Empty fields are reported first, the server's messages return to their fields, and the first
 * invalid field gets the focus. Passwords stay in the fields and never enter React state.
 * @param prompts the message for each field that must not be empty
 */
export function useSubmit(
  prompts: Values,
  fields: readonly string[],
  action: (values: Values, form: HTMLFormElement) => Promise<void>,
): Submission {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const ready = useHydrated();

  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fault]);

  async function send(formElement: HTMLFormElement) {
    const values = valuesOf(formElement);
    form.current = formElement;
    const empty = emptyFields(values, prompts);
    setFault(empty);
    if (empty) return;
    setBusy(true);
    try {
      await action(values, formElement);
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
