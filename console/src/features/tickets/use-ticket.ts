import type { Ticket } from "@cliffhanger/contract/console/tickets";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { CallError, call } from "../../lib/call.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { type Act, useAct } from "../../lib/use-act.ts";

const ticketKey = (number: string) => ["tickets", "one", number] as const;

const AGAIN_MS = 2_000;
/** A mail server that is away for longer is no reason to ask on. */
const SENDING_MS = 30_000;

/** Reads one ticket, and again while an answer is just being sent. */
export function useTicket(number: string) {
  return useQuery({
    queryKey: ticketKey(number),
    queryFn: () => call("GET /api/console/tickets/one", { number }),
    refetchInterval: ({ state: { data } }) => (data && isSending(data) ? AGAIN_MS : false),
  });
}

function isSending({ messages }: Ticket): boolean {
  const last = messages.at(-1);
  return last?.kind === "answer" && last.mail === null && serverNow() - Date.parse(last.at) < SENDING_MS;
}

/** An act on a ticket: it is sent once for its key, and what it answers is shown at once. */
export interface TicketAct extends Act {
  send: (work: (requestKey: string) => Promise<Ticket>, done?: () => void) => void;
}

/** Keeps the state of an act on a ticket. What others did meanwhile is shown, and what was typed stays. */
export function useTicketAct(): TicketAct {
  const client = useQueryClient();
  const act = useAct();
  const requestKey = useRef(newRequestKey());
  const send: TicketAct["send"] = (work, done) =>
    void act.run(async () => {
      try {
        const ticket = await work(requestKey.current);
        putAnswer(client, ticketKey(ticket.number), ticket);
        done?.();
        await client.invalidateQueries({ queryKey: ["tickets", "list"] });
        requestKey.current = newRequestKey();
      } catch (error) {
        // A lost answer is looked up by its key when the same is sent again; a refusal is over.
        if (!(error instanceof CallError && error.isLost)) requestKey.current = newRequestKey();
        if (error instanceof CallError && error.reason === "changed_meanwhile")
          await client.invalidateQueries({ queryKey: ["tickets"] });
        throw error;
      }
    });
  return { ...act, send };
}
