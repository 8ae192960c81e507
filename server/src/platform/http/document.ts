import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** A body ready to send: serialised once, compressed when first asked for, the same for everybody. */
export interface Document {
  body: Buffer;
  /** Strong validator (RFC 9110, 8.8.3). */
  etag: string;
  type: string;
  encoded: Map<"br" | "gzip", Buffer>;
}

/** Makes a document of a text. */
export function documentOf(text: string | Buffer, type: string): Document {
  const body = typeof text === "string" ? Buffer.from(text) : text;
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, etag, type, encoded: new Map() };
}

/** The best encoding that the client takes and that is worth it; small bodies go as they are. */
export function chooseEncoding(accept: string | undefined, length: number): "br" | "gzip" | null {
  if (!accept || length < 800) return null;
  if (accept.includes("br")) return "br";
  return accept.includes("gzip") ? "gzip" : null;
}

/** A body in an encoding. `quality` is brotli's: 5 for what is sent once, 9 for what is kept. */
export async function encodeBody(body: Buffer, encoding: "br" | "gzip", quality: number): Promise<Buffer> {
  if (encoding === "gzip") return gz(body);
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** A document's body in an encoding, kept with the document. */
export async function encodedDocument(document: Document, encoding: "br" | "gzip"): Promise<Buffer> {
  const kept = document.encoded.get(encoding);
  if (kept) return kept;
  const made = await encodeBody(document.body, encoding, 9);
  document.encoded.set(encoding, made);
  return made;
}

/** Documents kept under a key until what they tell changes. */
export interface Documents {
  /** The document of this key; built once, also when many ask at the same time. */
  get(key: string, build: () => Promise<Document>): Promise<Document>;
  /** Forgets all of them; a build under way is handed out but not kept. */
  clear(): void;
}

/** Opens a store of at most `max` documents; the longest unused goes first. */
export function openDocuments(max: number): Documents {
  let kept = new Map<string, Promise<Document>>();
  return {
    get(key, build) {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const here = kept;
      const made = build().catch((error: unknown) => {
        if (here.get(key) === made) here.delete(key);
        throw error;
      });
      here.set(key, made);
      if (here.size > max) here.delete(here.keys().next().value ?? key);
      return made;
    },
    clear() {
      kept = new Map();
    },
  };
}
