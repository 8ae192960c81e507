import type { ConsolePage, PageText } from "@cliffhanger/contract/console/pages";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { putAnswer } from "../../lib/put-answer.ts";

/** What names a page in a language. */
export type PageKey = Pick<ConsolePage, "name" | "language">;

const keyOf = ({ name, language }: PageKey) => ["pages", "one", name, language];

/** Reads a page with all its texts. */
export function usePageQuery(key: PageKey) {
  return useQuery({ queryKey: keyOf(key), queryFn: () => call("GET /api/console/pages/one", key) });
}

/** Takes over what a call about a page answered. */
export function useTakePage(): (page: ConsolePage) => Promise<void> {
  const client = useQueryClient();
  return async (page) => {
    putAnswer(client, keyOf(page), page);
    await client.invalidateQueries({ queryKey: ["pages"] });
  };
}

/** What is typed into a page and not saved. It outlives a reload. */
export interface PageEdits {
  text: PageText;
  isChanged: boolean;
  /** The version over which it was typed. */
  version: number;
  set(text: Partial<PageText>): void;
  discard(): void;
  /** Forgets the text that was saved. What was typed since stays, over the version that it made. */
  saved(sent: PageText, version: number): void;
  /** Keeps what is typed, over what someone else saved meanwhile. */
  keep(): void;
}

/** Keeps what is typed into a page, over the operator's own text or that of the software. */
export function usePageEdits(page: ConsolePage): PageEdits {
  const name = `page ${page.name} ${page.language}`;
  const saved = page.own ?? page.usual;
  const [typed, setTyped] = useState(() => readTyped(name));
  const store = (next: (PageText & { version: number }) | null) => {
    setTyped(next);
    keepEdits(name, next === null ? "" : JSON.stringify(next));
  };
  const text = typed ?? saved;
  const isChanged = typed !== null && (typed.title !== saved.title || typed.markdown !== saved.markdown);
  const version = isChanged ? typed.version : page.version;
  return {
    text: { title: text.title, markdown: text.markdown },
    isChanged,
    version,
    set: (part) => store({ title: text.title, markdown: text.markdown, ...part, version }),
    discard: () => store(null),
    saved(sent, made) {
      // The page may have been left and opened again meanwhile: what is stored counts.
      const now = readTyped(name);
      const isSame = now?.title === sent.title && now.markdown === sent.markdown;
      store(now === null || isSame ? null : { ...now, version: made });
    },
    keep: () => store({ title: text.title, markdown: text.markdown, version: page.version }),
  };
}

function readTyped(name: string): (PageText & { version: number }) | null {
  try {
    return JSON.parse(keptEdits(name) ?? "null") as (PageText & { version: number }) | null;
  } catch {
    return null;
  }
}
