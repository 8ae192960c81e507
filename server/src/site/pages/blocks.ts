import type { Block, Inline } from "@cliffhanger/contract";
import { Lexer, type Token, type Tokens } from "marked";
import { PageTextError } from "./page-text-error.ts";
import { choose, fill, type PageValues } from "./values.ts";

/** Allowed link targets: a path of this site, mail, or another site by https. */
const allowedHref = /^(\/(?![/\\])|mailto:|https:\/\/)/;
const givenId = /\s*\{#([a-z0-9-]{1,60})\}\s*$/;

/**
 * Parses a page's Markdown into blocks. It supports headings from `##` to `####`, paragraphs, lists of one level,
 * strong and links; HTML is plain text. A heading names its anchor as `{#word}`, or gets one from its text.
 */
export function blocksOf(markdown: string, values: PageValues): Block[] {
  const ids = new Set<string>();
  return new Lexer({ gfm: true })
    .lex(choose(markdown, values))
    .flatMap((token) => blockOf(token, values, ids));
}

function blockOf(token: Token, values: PageValues, ids: Set<string>): Block[] {
  if (token.type === "space" || token.type === "def") return [];
  if (token.type === "heading") return [headingOf(token as Tokens.Heading, values, ids)];
  if (token.type === "paragraph") return [{ type: "paragraph", text: inlines(token.tokens ?? [], values) }];
  if (token.type === "html") return [{ type: "paragraph", text: [{ text: fill(token.raw.trim(), values) }] }];
  if (token.type !== "list")
    throw new PageTextError((t) => t("pageFault.type", { start: start(token), type: token.type }));
  const { ordered, items } = token as Tokens.List;
  return [{ type: "list", ordered, items: items.map((item) => itemOf(item, values)) }];
}

function headingOf({ depth, tokens, raw }: Tokens.Heading, values: PageValues, ids: Set<string>): Block {
  const level = depth;
  if (level < 2 || level > 4)
    throw new PageTextError((t) => t("pageFault.level", { text: raw.trim(), level }));
  const text = inlines(tokens, values);
  const last = text.at(-1);
  const id = last ? givenId.exec(last.text)?.[1] : undefined;
  if (last && id) last.text = last.text.replace(givenId, "");
  return {
    type: "heading",
    level,
    id: freeId(id ?? idFrom(text), ids),
    text: text.filter((run) => run.text !== ""),
  };
}

function idFrom(text: Inline[]): string {
  const words = text.map((run) => run.text).join("");
  const plain = words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "part"
  );
}

function freeId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`;
  ids.add(id);
  return id;
}

// A list with blank lines between its items contains paragraphs, one without contains plain text.
function itemOf({ tokens, raw }: Tokens.ListItem, values: PageValues): Inline[] {
  const [first, ...more] = tokens.filter((token) => token.type !== "space");
  if (!first || more.length > 0 || (first.type !== "text" && first.type !== "paragraph"))
    throw new PageTextError((t) => t("pageFault.item", { text: raw.trim().slice(0, 40) }));
  return inlines(first.type === "text" ? [first] : ((first as Tokens.Paragraph).tokens ?? []), values);
}

/** Returns runs of text, merging neighbours of the same kind. */
function inlines(tokens: Token[], values: PageValues): Inline[] {
  const runs: Inline[] = [];
  for (const run of tokens.flatMap((token) => inlineOf(token, values, {}))) {
    const last = runs.at(-1);
    if (last && last.strong === run.strong && last.href === run.href) last.text += run.text;
    else runs.push({ ...run });
  }
  return runs;
}

type Kind = Omit<Inline, "text">;

function inlineOf(token: Token, values: PageValues, kind: Kind): Inline[] {
  const within = (more: Kind) =>
    (token as Tokens.Generic).tokens?.flatMap((inner) => inlineOf(inner, values, { ...kind, ...more })) ?? [];
  if (token.type === "strong") return within({ strong: true });
  if (token.type === "link") return within({ href: hrefOf(token as Tokens.Link, values) });
  if (token.type === "br") return [{ ...kind, text: " " }];
  if (token.type === "text" && "tokens" in token && token.tokens) return within({});
  if (token.type === "text" || token.type === "escape" || token.type === "html") {
    return [{ ...kind, text: fill((token as Tokens.Text).text, values).replace(/[ \t\r\n]+/g, " ") }];
  }
  throw new PageTextError((t) => t("pageFault.inline", { start: start(token), type: token.type }));
}

function hrefOf({ href }: Tokens.Link, values: PageValues): string {
  const filled = fill(href, values);
  if (allowedHref.test(filled)) return filled;
  throw new PageTextError((t) => t("pageFault.link", { link: filled }));
}

function start(token: Token): string {
  return token.raw.trim().split("\n", 1)[0]?.slice(0, 40) ?? "";
}
