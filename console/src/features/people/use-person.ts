import type { Person } from "@cliffhanger/contract/console/people";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { type Act, useAct } from "../../lib/use-act.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";

/** A dialog of a person's page, which is open while its name is in the address. */
export interface PersonDialogProps {
  person: Person;
  close: () => void;
}

const personKey = (id: string) => ["people", "one", id] as const;

/** Reads one person. */
export function usePerson(id: string) {
  return useQuery({ queryKey: personKey(id), queryFn: () => call("GET /api/console/people/one", { id }) });
}

/** An act for a person: it is sent once for its key, and what it answers is shown at once. */
export interface PersonAct extends Act {
  send: (work: (requestKey: string) => Promise<Person>, done: (person: Person) => void) => void;
  /** The next press is another act. */
  renew: () => void;
}

/** Keeps the state of an act for a person. `formKey`: the key that its form keeps. */
export function usePersonAct(formKey?: string): PersonAct {
  const client = useQueryClient();
  const act = useAct();
  const requestKey = useRef(newRequestKey());
  const renew = () => {
    requestKey.current = newRequestKey();
  };
  const send: PersonAct["send"] = (work, done) =>
    void act.run(async () => {
      const person = await work(formKey ?? requestKey.current);
      renew();
      putAnswer(client, personKey(person.id), person);
      await client.invalidateQueries({ queryKey: ["people", "timeline", person.id] });
      done(person);
    });
  return { ...act, send, renew };
}

/** The key of an act whose form is kept with it. */
interface Keyed {
  requestKey: string;
}

/**
 * Keeps a form of a person's dialog with the key of its act. Where an answer was lost and the form is opened again, or the tab was
 * reloaded, the same fields are the same act; each change of them is another one.
 */
export function usePersonForm<T extends object>(name: string, first: T, close: () => void) {
  const [requestKey] = useState(newRequestKey);
  const [form, keep, leave] = useDialogDraft<T & Keyed>(name, { ...first, requestKey }, close);
  const set = (fields: Partial<T>) => keep({ ...fields, requestKey: newRequestKey() } as Partial<T & Keyed>);
  return { form, set, leave, act: usePersonAct(form.requestKey) };
}
