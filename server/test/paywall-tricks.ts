import { createHmac } from "node:crypto";
import { grantKeys } from "#test/paywall-world";

/** The parts of a grant, as decision 0002 defines them. */
export interface GrantParts {
  key: string;
  expiry: string;
  episode: string;
  viewer: string;
  signature: string;
}

/** Returns the parts of the grant in an address. */
export function partsOf(address: string): GrantParts {
  const [key = "", expiry = "", episode = "", viewer = "", signature = ""] =
    address.split("/")[3]?.split(".") ?? [];
  return { key, expiry, episode, viewer, signature };
}

/** Joins the parts of a grant. */
export function joinParts({ key, expiry, episode, viewer, signature }: GrantParts): string {
  return [key, expiry, episode, viewer, signature].join(".");
}

/** Signs a grant's claims as a holder of the key would, by decision 0002 and not by our code. */
export function signAs(parts: GrantParts, assetId: string, secret: string): GrantParts {
  const { key, expiry, episode, viewer } = parts;
  const signature = createHmac("sha256", secret)
    .update(`${key}.${expiry}.${episode}.${viewer}./media/v/${assetId}/`)
    .digest("base64url");
  return { ...parts, signature };
}

/** Values that an attacker might use in an edit: other ids, and the time. */
export interface Around {
  now: number;
  assetId: string;
  otherEpisode: string;
  otherViewer: string;
  /** The index of the character to change, where one is changed. */
  at: number;
}

const swapped = (text: string, at: number) => {
  const place = at % Math.max(1, text.length);
  const character = text[place] === "A" ? "B" : "A";
  return text.slice(0, place) + character + text.slice(place + 1);
};

/** Edits of a grant. None of them may open anything. */
export const edits: Record<string, (parts: GrantParts, around: Around) => string> = {
  "the key's name": (parts) => joinParts({ ...parts, key: parts.key === "k1" ? "k2" : "k1" }),
  "a key that is not there": (parts) => joinParts({ ...parts, key: "k9" }),
  "a later expiry": (parts, { now }) => joinParts({ ...parts, expiry: String(now + 599) }),
  "an earlier expiry": (parts) => joinParts({ ...parts, expiry: String(Number(parts.expiry) - 1) }),
  "a digit of the expiry": (parts) => joinParts({ ...parts, expiry: `0${parts.expiry}` }),
  "another episode": (parts, { otherEpisode }) => joinParts({ ...parts, episode: otherEpisode }),
  "another viewer": (parts, { otherViewer }) => joinParts({ ...parts, viewer: otherViewer }),
  "one character of the signature": (parts, { at }) =>
    joinParts({ ...parts, signature: swapped(parts.signature, at) }),
  // Base64url of 32 bytes has two unused bits: the same bytes can be written as another text.
  "the signature's spare bits": (parts) => {
    const last = parts.signature.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const other = alphabet[alphabet.indexOf(last) ^ 1] ?? "A";
    return joinParts({ ...parts, signature: parts.signature.slice(0, -1) + other });
  },
  "no signature": (parts) => joinParts({ ...parts, signature: "" }),
  "a part more": (parts) => `${joinParts(parts)}.x`,
  "a part less": ({ key, expiry, episode, signature }) => [key, expiry, episode, signature].join("."),
  "a far expiry, signed": (parts, { now, assetId }) =>
    joinParts(signAs({ ...parts, expiry: String(now + 3600) }, assetId, secretOf(parts.key))),
  "an expiry that is past, signed": (parts, { now, assetId }) =>
    joinParts(signAs({ ...parts, expiry: String(now) }, assetId, secretOf(parts.key))),
  "a key that was thrown away": (parts, { assetId }) =>
    joinParts(signAs({ ...parts, key: "k0" }, assetId, "a key from before that was thrown away long ago")),
  "signed by a stranger": (parts, { assetId }) =>
    joinParts(signAs(parts, assetId, "what somebody else believes to be our key")),
};

/** Returns the secret of a key in use. */
export function secretOf(key: string): string {
  return key === "k1" ? grantKeys.k1 : grantKeys.k2;
}

type Place = { grant: string; asset: string; other: string; file: string };

const encoded = (text: string) => `%${(text.codePointAt(0) ?? 0).toString(16)}${text.slice(1)}`;

/** Alternative spellings of the same address. */
export const sameAddress: Record<string, (place: Place) => string> = {
  "as it is": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file}`,
  "with a query": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file}?grant=none&x=%2e%2e`,
  "a letter encoded": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${encoded(file)}`,
  "a letter of the grant encoded": ({ grant, asset, file }) => `/media/v/${encoded(grant)}/${asset}/${file}`,
};

/** Addresses that try to bypass the grant. No grant makes one of them return anything. */
export const invalidAddress: Record<string, (place: Place) => string> = {
  "no grant": ({ asset, file }) => `/media/v/${asset}/${file}`,
  "an empty grant": ({ asset, file }) => `/media/v//${asset}/${file}`,
  "two slashes in front": ({ grant, asset, file }) => `//media/v/${grant}/${asset}/${file}`,
  "two slashes within": ({ grant, asset, file }) => `/media//v/${grant}/${asset}/${file}`,
  "two slashes at the end": ({ grant, asset, file }) => `/media/v/${grant}/${asset}//${file}`,
  "another asset, and back": ({ grant, asset, other, file }) =>
    `/media/v/${grant}/${asset}/../${other}/${file}`,
  "the same, encoded": ({ grant, asset, other, file }) =>
    `/media/v/${grant}/${asset}/%2e%2e/${other}/${file}`,
  "the same in one part": ({ grant, asset, other, file }) =>
    `/media/v/${grant}/${asset}/..%2f${other}%2f${file}`,
  "the same with backslashes": ({ grant, asset, other, file }) =>
    `/media/v/${grant}/${asset}/..%5c${other}%5c${file}`,
  "the same, encoded twice": ({ grant, asset, other, file }) =>
    `/media/v/${grant}/${asset}/%252e%252e%252f${other}%252f${file}`,
  "an overlong dot": ({ grant, asset, other, file }) =>
    `/media/v/${grant}/${asset}/%c0%ae%c0%ae%2f${other}/${file}`,
  "the asset with a slash": ({ grant, asset, other, file }) =>
    `/media/v/${grant}/${asset}%2f..%2f${other}/${file}`,
  "this folder": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/./${file}`,
  "a slash at the end": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file}/`,
  "a null at the end": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file}%00`,
  "a null and a name": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file}%00.jpg`,
  "a blank at the end": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file}%20`,
  "a semicolon": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file};x=1`,
  capitals: ({ grant, asset, file }) => `/MEDIA/V/${grant}/${asset}/${file}`,
  "a file in capitals": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/${file.toUpperCase()}`,
  "an asset in capitals": ({ grant, asset, file }) => `/media/v/${grant}/${asset.toUpperCase()}/${file}`,
  "a letter encoded twice": ({ grant, asset, file }) => `/media/v/${grant}/${asset}/%25${file}`,
  "where it lies on the disk": ({ asset, file }) => `/media/assets/${asset}/${file}`,
  "where it lies, from the root": ({ asset, file }) => `/assets/${asset}/${file}`,
  "by way of the pictures": ({ asset, file }) => `/media/images/..%2fassets%2f${asset}%2f${file}`,
  "by nginx's own location": ({ asset, file }) => `/internal/assets/${asset}/${file}`,
  "a whole address as the path": ({ asset, file }) => `http://127.0.0.1/media/v/${asset}/${file}`,
  "a grant in the query": ({ grant, asset, file }) => `/media/v/${asset}/${file}?grant=${grant}`,
  "no file": ({ grant, asset }) => `/media/v/${grant}/${asset}/`,
  "the folder itself": ({ grant, asset }) => `/media/v/${grant}/${asset}`,
};
