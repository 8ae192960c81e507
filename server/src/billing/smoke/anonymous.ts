import { createHmac, randomBytes } from "node:crypto";

/** What stands in a recording where a name or an address was. */
const LEFT_OUT = "(left out)";
/** Fields about people. Everything below them is left out, and only its type stays. */
const ABOUT_PEOPLE =
  /(^|_)(name|email|phone|address|addresses|line[12]|city|postal_code|ip|payer|shipping|given_name|surname|holder)(_|$)|user_agent/;
/** Words of the protocol, such as `requires_action` or `COMPLETED`. Ids have digits or are longer. */
const WORD = /^(?:[a-z]+(?:[_.-][a-z]+)*|[A-Z]+(?:[_.-][A-Z]+)*)$/;
const MAX_WORD = 40;
const HASH_CHARACTERS = 12;

/** Makes values anonymous: the same id has the same hash within a run, and another one in the next. */
export interface Anonymiser {
  /** Returns a JSON value with the same properties and types, without ids and addresses. */
  value(given: unknown): unknown;
  /** Returns a path without ids, with the names of its query's parameters. */
  path(given: string): string;
}

/** Opens an anonymiser with a key that is forgotten with it. */
export function openAnonymiser(): Anonymiser {
  const key = randomBytes(32);
  const hash = (text: string) =>
    `#${createHmac("sha256", key).update(text).digest("base64url").slice(0, HASH_CHARACTERS)}`;
  const isWord = (text: string) => text.length <= MAX_WORD && WORD.test(text);
  const word = (text: string) => (text === "" || isWord(text) ? text : hash(text));

  function value(given: unknown, isPersonal = false): unknown {
    if (Array.isArray(given)) return given.map((one) => value(one, isPersonal));
    if (typeof given === "string") return isPersonal || given.includes("@") ? LEFT_OUT : word(given);
    if (typeof given !== "object" || given === null) return given;
    const fields = Object.entries(given).map(([name, one]) => [
      isFieldName(name) ? name : hash(name),
      value(one, isPersonal || ABOUT_PEOPLE.test(name)),
    ]);
    return Object.fromEntries(fields);
  }

  return {
    value: (given) => value(given),
    path(given) {
      const url = new URL(given, "http://gateway");
      const segments = url.pathname
        .split("/")
        .map((one) => (/^v\d$/.test(one) ? one : isPathWord(one, word)));
      const names = [...new Set(url.searchParams.keys())].toSorted();
      return segments.join("/") + (names.length === 0 ? "" : `?${names.join("&")}`);
    },
  };
}

/** A gateway's field: `exp_month`, `line1`. Ids as fields, such as those of metadata, have upper-case letters or are long. */
function isFieldName(name: string): boolean {
  return name.length <= MAX_WORD && /^[a-z][a-z_]*\d?(?:\[\])?$/.test(name);
}

/** Segments such as `oauth2` and `payment_intents` stay. */
function isPathWord(segment: string, word: (text: string) => string): string {
  return /^[a-z_-]+\d?$/.test(segment) ? segment : word(segment);
}
