import { parseLanguage } from "@cliffhanger/contract";
import type { Caller } from "#platform/http/caller";
import { invalid, invalidField, signInRequired } from "#platform/http/errors";
import type { Accounts } from "./accounts.ts";
import { findVisitor, updateVisitor, type VisitorRow } from "./repository.ts";

const MAX_NAME_LENGTH = 60;
// Control characters, and those that change the direction of the text after them.
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** A change of a person's profile; undefined leaves a field unchanged, null removes it. */
export interface ProfileChange {
  displayName?: string | null | undefined;
  language?: string | null | undefined;
}

/** Changes a visitor's name and language; a guest may choose a language too. */
export async function changeProfile(
  { db }: Accounts,
  caller: Caller,
  { displayName, language }: ProfileChange,
): Promise<VisitorRow> {
  const changes: Partial<VisitorRow> = {
    ...(displayName === undefined ? {} : { display_name: readName(displayName) }),
    ...(language === undefined ? {} : { language: readLanguage(language) }),
  };
  if (Object.keys(changes).length > 0) await updateVisitor(db, caller.id, changes);
  const visitor = await findVisitor(db, caller.id);
  if (!visitor) throw signInRequired();
  return visitor;
}

/** Cleans a name from an external source for display: removes what a form would be refused for. */
export function shownName(text: string | null): string | null {
  const clean = (text ?? "").toWellFormed().normalize("NFC").replace(new RegExp(INVISIBLE, "gu"), "");
  return Array.from(clean.trim()).slice(0, MAX_NAME_LENGTH).join("") || null;
}

function readName(text: string | null): string | null {
  const name = (text ?? "").trim().normalize("NFC");
  if (name === "") return null;
  if (!name.isWellFormed() || INVISIBLE.test(name))
    throw invalid([{ field: "displayName", message: "Not a name" }]);
  if (Array.from(name).length > MAX_NAME_LENGTH) throw invalidField("displayName", "text_too_long");
  return name;
}

function readLanguage(text: string | null): string | null {
  if (text === null) return null;
  const language = parseLanguage(text);
  if (!language) throw invalid([{ field: "language", message: "None of the site's languages" }]);
  return language;
}
