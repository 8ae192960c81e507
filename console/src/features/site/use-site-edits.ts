import type { ConsoleSite, SiteKey } from "@cliffhanger/contract/console/site";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { type Act, useAct } from "../../lib/use-act.ts";

const NAME = "site";
const key = ["site"];

type Edits = Partial<Record<SiteKey, { from: string | null; to: string | null }>>;

/** What was typed into the settings and is not saved. */
export interface SiteEdits {
  count: number;
  act: Act;
  /** Settings that someone else changed since they were typed in here, with their present values. */
  conflicts: Partial<Record<SiteKey, string | null>>;
  /** The value as the screen shows it; null for the usual one. */
  value(key: SiteKey): string | null;
  set(key: SiteKey, to: string | null): void;
  save(): void;
  discard(): void;
  decide(key: SiteKey, keepMine: boolean): void;
  /** Takes over what another call about the site answered. */
  take(site: ConsoleSite): void;
}

/** Keeps what is typed into the settings: it outlives a reload, and is saved together. */
export function useSiteEdits(site: ConsoleSite): SiteEdits {
  const client = useQueryClient();
  const act = useAct();
  const [edits, setEdits] = useState<Edits>(readStored);
  const [conflicts, setConflicts] = useState<SiteEdits["conflicts"]>({});
  const store = (next: Edits) => {
    setEdits(next);
    keepEdits(NAME, Object.keys(next).length === 0 ? "" : JSON.stringify(next));
  };
  const savedOf = (name: SiteKey) => site.settings.find((one) => one.key === name)?.value ?? null;
  const take = (answer: ConsoleSite) => putAnswer(client, key, answer);
  const save = () =>
    void act.run(async () => {
      const set = Object.entries(edits).map(([name, edit]) => ({ key: name as SiteKey, ...edit }));
      try {
        const saved = await call("POST /api/console/site", { set });
        take(saved);
        // The screen may have been left and opened again meanwhile: what is stored counts.
        store(typedSince(readStored(), edits, saved));
      } catch (error) {
        if (!(error instanceof CallError) || error.reason !== "changed_meanwhile") throw error;
        setConflicts((error.info as { current: SiteEdits["conflicts"] }).current);
        await client.invalidateQueries({ queryKey: key });
        return;
      }
      showToast(t("site.saved"));
      // The name is in the bar above every screen.
      await client.invalidateQueries({ queryKey: ["me"] });
    });
  return {
    count: Object.keys(edits).length,
    act,
    conflicts,
    value: (name) => (name in edits ? (edits[name]?.to ?? null) : savedOf(name)),
    set(name, to) {
      const { [name]: before, ...rest } = edits;
      const from = before ? before.from : savedOf(name);
      store(from === to ? rest : { ...rest, [name]: { from, to } });
    },
    save,
    discard() {
      store({});
      setConflicts({});
      act.reset();
    },
    decide(name, keepMine) {
      const { [name]: mine, ...rest } = edits;
      const { [name]: theirs = null, ...others } = conflicts;
      setConflicts(others);
      store(keepMine && mine ? { ...rest, [name]: { from: theirs, to: mine.to } } : rest);
    },
    take,
  };
}

/** Returns what was typed while edits were being saved: it is over what the settings are now. */
function typedSince(now: Edits, sent: Edits, { settings }: ConsoleSite): Edits {
  return Object.fromEntries(
    settings.flatMap(({ key, value }) => {
      const edit = now[key];
      return edit && edit.to !== sent[key]?.to ? [[key, { from: value, to: edit.to }]] : [];
    }),
  );
}

function readStored(): Edits {
  try {
    return JSON.parse(keptEdits(NAME) ?? "{}") as Edits;
  } catch {
    return {};
  }
}
