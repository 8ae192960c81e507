import { randomBytes } from "node:crypto";
import { type Language, languages } from "@cliffhanger/contract/languages";
import { policyText } from "#platform/http/headers";

/** Where the build left a place for the language, its messages and the nonce. */
const LANGUAGE_MARK = '<html lang="en">';
const MESSAGES_MARK = "<!--%MESSAGES%-->";
const NONCE_MARK = "%NONCE%";

/** The built console: its document, the address of each language's messages, and the folder of its files. */
export interface ConsoleFiles {
  template: string;
  messages: Readonly<Record<Language, string>>;
  folder: string;
}

/** A copy of the console's document for one request, with the headers that belong to its nonce. */
export interface ConsoleDocument {
  html: string;
  headers: Record<string, string>;
}

/**
 * Returns a function that writes the document in a language. It holds no data; only the language and the nonce differ. The
 * browser loads the messages of that language beside the code, and no others. The nonce is for the `<style>` elements that the
 * component library makes.
 * @param publicOrigin the viewers' site, whose previews the console may frame; null if the console shares its address
 */
export function consoleDocument(
  { template, messages }: Pick<ConsoleFiles, "template" | "messages">,
  publicOrigin: string | null,
): (language: Language) => ConsoleDocument {
  for (const mark of [LANGUAGE_MARK, MESSAGES_MARK, NONCE_MARK])
    if (template.split(mark).length !== 2)
      throw new Error(`The console's index.html must contain ${mark} once.`);
  const parts = new Map(
    languages.map((language) => {
      const link = `<link rel="modulepreload" crossorigin href="${messages[language]}">`;
      const text = template.replace(LANGUAGE_MARK, `<html lang="${language}">`).replace(MESSAGES_MARK, link);
      return [language, text.split(NONCE_MARK)] as const;
    }),
  );
  return (language) => {
    const nonce = randomBytes(16).toString("base64url");
    return { html: (parts.get(language) ?? []).join(nonce), headers: headersOf(nonce, publicOrigin) };
  };
}

/** Returns the address of each language's messages. `manifest`: of the build. */
export function messagesOf(manifest: Record<string, { file: string }>): Record<Language, string> {
  const address = (language: Language) => {
    const file = manifest[`src/messages/${language}/console.json`]?.file;
    if (file === undefined) throw new Error(`The built console has no messages in "${language}".`);
    return `/console/${file}`;
  };
  return Object.fromEntries(languages.map((language) => [language, address(language)])) as Record<
    Language,
    string
  >;
}

function headersOf(nonce: string, publicOrigin: string | null): Record<string, string> {
  return {
    "cache-control": "private, no-store",
    "content-security-policy": policyText({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": `'self' 'nonce-${nonce}'`,
      "img-src": "'self' data: blob:",
      "media-src": "'self' blob:",
      "connect-src": "'self'",
      "font-src": "'self'",
      "frame-src": ["'self'", publicOrigin].filter(Boolean).join(" "),
      "worker-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    }),
    "permissions-policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  };
}
