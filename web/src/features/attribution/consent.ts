import { consentVersion } from "@cliffhanger/contract/consent-version";
import { call } from "../../lib/api.ts";
import type { Store } from "../../lib/storage.ts";
import type { VisitStore } from "../../lib/visit-storage.ts";
import {
  type Allowed,
  choiceIn,
  keepChoice,
  nothing,
  readChoice,
  refusesByBrowser,
} from "./consent-record.ts";

/** Where the question about consent stands. */
export interface ConsentState {
  /** What is allowed right now. */
  allowed: Allowed;
  /** Whether somebody still has to be asked. */
  open: boolean;
  /** The browser itself refuses for its person: nobody is asked, and nothing can be allowed. */
  refused: boolean;
}

/** What somebody allows, for whoever needs to know and for the question itself. */
export interface Consent {
  get(): ConsentState;
  subscribe(listener: () => void): () => void;
  /** Somebody chose: it counts at once, is kept here and proven at the server. */
  choose(allowed: Allowed): void;
  /** Not now: nothing is allowed, nobody is asked again during this visit. */
  later(): void;
}

/** The world of the consent; tests bring their own. */
export interface ConsentWorld {
  store: Store;
  visit: VisitStore;
  browser: object;
  /** What the server knows of this person's choice. */
  known(): Promise<unknown>;
  /** Has the server keep the proof of a choice. */
  prove(allowed: Allowed): Promise<unknown>;
}

const put = "CONSENT_LATER";

/** The calls that bring and prove a choice. */
export const consentCalls: Pick<ConsentWorld, "known" | "prove"> = {
  known: () => call("GET /api/user/consent", undefined, { quiet: true }),
  prove: ({ ads, analytics }) =>
    call(
      "POST /api/user/consent",
      { ads, analytics, version: consentVersion },
      { quiet: true, keepalive: true },
    ),
};

/** Finds out what is allowed: by this browser's own refusal, by the choice kept here, by the one the server knows. */
export async function openConsent(world: ConsentWorld): Promise<Consent> {
  const { store, visit } = world;
  const refused = refusesByBrowser(world.browser);
  let proof: Promise<unknown> = Promise.resolve();
  let state: ConsentState = { allowed: nothing, open: false, refused };
  const listeners = new Set<() => void>();

  // A choice whose proof did not arrive is sent once more at the next start.
  function prove(allowed: Allowed): void {
    store.set("unproven", "1");
    proof = proof
      .then(() => world.prove(allowed))
      .then(
        () => store.remove("unproven"),
        () => undefined,
      );
  }

  function set(next: Partial<ConsentState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function settle(): Promise<void> {
    const here = readChoice(store);
    if (refused) {
      // What was allowed before is taken back, at the server too.
      if (here && (here.ads || here.analytics)) {
        keepChoice(store, nothing);
        prove(nothing);
      }
      return;
    }
    if (here && store.get("unproven")) prove(here);
    const choice = here ?? choiceIn(await world.known().catch(() => null));
    if (choice) keepChoice(store, choice);
    set(choice ? { allowed: choice } : { open: visit.get(put) === null });
  }

  await settle();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(allowed) {
      keepChoice(store, allowed);
      prove(allowed);
      set({ allowed, open: false });
    },
    later() {
      visit.set(put, "1");
      set({ open: false });
    },
  };
}
