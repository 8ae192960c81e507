import type { Person } from "@cliffhanger/contract/console/people";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../../lib/call.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { type Act, useAct } from "../../lib/use-act.ts";

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

/** Keeps the state of an act for a person. */
export function usePersonAct(): PersonAct {
  const client = useQueryClient();
  const act = useAct();
  const requestKey = useRef(newRequestKey());
  const renew = () => {
    requestKey.current = newRequestKey();
  };
  const send: PersonAct["send"] = (work, done) =>
    void act.run(async () => {
      const person = await work(requestKey.current);
      renew();
      putAnswer(client, personKey(person.id), person);
      await client.invalidateQueries({ queryKey: ["people", "timeline", person.id] });
      done(person);
    });
  return { ...act, send, renew };
}
