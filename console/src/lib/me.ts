import type { Me } from "@cliffhanger/contract/console/operator";
import type { Permission } from "@cliffhanger/contract/console/permissions";
import type { Language } from "@cliffhanger/contract/languages";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { CallError, call } from "./call.ts";
import { showLanguageOf, takeLanguage } from "./language.ts";
import { letGo } from "./leaving.ts";
import { putAnswer } from "./put-answer.ts";
import { forgetSession, noteSession } from "./session-clock.ts";
import { removeTexts } from "./storage.ts";
import { setZone } from "./time.ts";

const meKey = ["me"];

/** Reads the signed-in operator; null when nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async (): Promise<Me | null> => {
    try {
      const me = await call("GET /api/console/me");
      noteSession(me.session);
      setZone(me.site.zone);
      await showLanguageOf(me);
      return me;
    } catch (error) {
      if (error instanceof CallError && error.reason === "operator_required") return null;
      throw error;
    }
  },
  // A session that ended is a dialog over the page, which keeps what was typed; this answer would remove the page.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Provides the signed-in operator to the screens. */
export const MeContext = createContext<Me | null>(null);

/** Returns the signed-in operator. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error("Nobody is signed in here.");
  return me;
}

/** Returns whether the signed-in operator has a permission. */
export function useMay(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}

/** Takes over what a call answered about the signed-in operator. What another operator had on this page is removed. */
export async function takeMe(client: QueryClient, me: Me): Promise<void> {
  await showLanguageOf(me);
  const before = client.getQueryData<Me | null>(meKey);
  noteSession(me.session);
  setZone(me.site.zone);
  if (before && before.operator.id !== me.operator.id) {
    removeTexts();
    letGo();
    location.reload();
    return;
  }
  putAnswer(client, meKey, me);
  if (before) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
}

/** Takes over what a fresh proof answered; the session is the same, so nothing else is read again. */
export function takeFresh(client: QueryClient, me: Me): void {
  noteSession(me.session);
  setZone(me.site.zone);
  putAnswer(client, meKey, me);
}

/** Reads the signed-in operator anew, after a change of their own account. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient();
  return async () => takeFresh(client, await call("GET /api/console/me"));
}

/** Returns how the operator changes their language: it is saved first, then the page says everything in it. */
export function useChooseLanguage(): (to: Language) => Promise<void> {
  const client = useQueryClient();
  return async (to) => {
    const { me } = await call("POST /api/console/me/language", { language: to });
    await takeLanguage(to);
    takeFresh(client, me);
    // Sentences of the server are read again.
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  };
}

/** Signs this browser out and forgets everything that it read. */
export async function signOut(client: QueryClient): Promise<void> {
  await call("POST /api/console/session/end");
  forgetSession();
  removeTexts();
  letGo();
  // Clearing everything would also remove the query that the gate watches, and the gate would keep showing the screen.
  putAnswer(client, meKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
}
