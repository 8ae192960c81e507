import { consentVersion } from "@cliffhanger/contract/consent-version";
import { call } from "../../lib/api.ts";
import { newEventId } from "../../lib/event-id.ts";
import type { Store } from "../../lib/storage.ts";
import type { VisitStore } from "../../lib/visit-storage.ts";
import {
  type Allowed,
  choiceIn,
  nothingAllowed,
  readChoice,
  refusesByBrowser,
  saveChoice,
} from "./consent-record.ts";

/** The state of the consent question. */
export interface ConsentState {
  /** What is allowed now. */
  allowed: Allowed;
  /** Whether the user still has to be asked. */
  open: boolean;
  /** Whether the browser refuses on behalf of its user: then no question is asked, and nothing can be allowed. */
  refused: boolean;
}

/** The user's consent, for the pixels and for the question itself. */
export interface Consent {
  get(): ConsentState;
  subscribe(listener: () => void): () => void;
  /** Applies a choice at once, stores it here and records it at the server. */
  choose(allowed: Allowed): void;
  /** Postpones the question: nothing is allowed, and it is not asked again during this visit. */
  later(): void;
}

/** The dependencies of the consent; tests pass their own. */
export interface ConsentContext {
  store: Store;
  visit: VisitStore;
  browser: object;
  /** Returns the user's choice as the server knows it. */
  known(): Promise<unknown>;
  /** Records a choice at the server, as proof. */
  prove(allowed: Allowed): Promise<unknown>;
  /** Calls `listener` whenever another tab may have stored a choice. */
  onStoredElsewhere(listener: () => void): void;
}

const LATER_KEY = "CONSENT_LATER";

/** The calls that fetch and record a choice. */
export const consentCalls: Pick<ConsentContext, "known" | "prove"> = {
  known: () => call("GET /api/user/consent", undefined, { quiet: true }),
  prove: ({ ads, analytics }) =>
    call(
      "POST /api/user/consent",
      { ads, analytics, version: consentVersion },
      { quiet: true, keepalive: true },
    ),
};

/** Finds out what is allowed: by the browser's own refusal, by the choice stored here, or by the server's record. */
export async function openConsent(context: ConsentContext): Promise<Consent> {
  const { store, visit } = context;
  const refused = refusesByBrowser(context.browser);
  let proof: Promise<unknown> = Promise.resolve();
  let state: ConsentState = { allowed: nothingAllowed, open: false, refused };
  const listeners = new Set<() => void>();

  // A choice that did not reach the server is sent once more at the next start: an earlier one that did, here or in another tab,
  // says nothing about it.
  function prove(allowed: Allowed): void {
    const mark = newEventId("consent", Date.now());
    store.set("unproven", mark);
    proof = proof
      .then(() => context.prove(allowed))
      .then(
        () => store.get("unproven") === mark && store.remove("unproven"),
        () => undefined,
      );
  }

  function set(next: Partial<ConsentState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function initialise(): Promise<void> {
    const stored = readChoice(store);
    if (refused) {
      // An earlier permission is withdrawn, at the server too.
      if (stored && (stored.ads || stored.analytics)) {
        saveChoice(store, nothingAllowed);
        prove(nothingAllowed);
      }
      return;
    }
    if (stored && store.get("unproven")) prove(stored);
    const known = stored ?? choiceIn(await context.known().catch(() => null));
    // Another tab may have stored one while the server was asked.
    const choice = readChoice(store) ?? known;
    if (choice) saveChoice(store, choice);
    set(choice ? { allowed: choice } : { open: visit.get(LATER_KEY) === null });
  }

  await initialise();
  if (!refused)
    context.onStoredElsewhere(() => {
      const choice = readChoice(store);
      set(choice ? { allowed: choice, open: false } : { allowed: nothingAllowed });
    });
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(allowed) {
      saveChoice(store, allowed);
      prove(allowed);
      set({ allowed, open: false });
    },
    later() {
      visit.set(LATER_KEY, "1");
      set({ open: false });
    },
  };
}
