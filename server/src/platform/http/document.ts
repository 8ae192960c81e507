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
  encoded: Map<"br" | "gzip", Buffer | Promise<Buffer>>;
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

/** A body in an encoding. `quality` is brotli's: 4 for what is sent once, 7 for what is kept. */
export async function encodeBody(body: Buffer, encoding: "br" | "gzip", quality: number): Promise<Buffer> {
  if (encoding === "gzip") return gz(body);
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** Brotli's quality for what is kept: from 8 on it takes many times as long and saves next to nothing. */
const KEPT_QUALITY = 7;

/** A document's body in an encoding, kept with the document; compressed once, also when many ask at the same time. */
export function encodedDocument(document: Document, encoding: "br" | "gzip"): Buffer | Promise<Buffer> {
  const kept = document.encoded.get(encoding);
  if (kept) return kept;
  const made = encodeBody(document.body, encoding, KEPT_QUALITY).then((body) => {
    document.encoded.set(encoding, body);
    return body;
  });
  document.encoded.set(encoding, made);
  return made;
}

/** Documents kept under a key until what they tell changes. */
export interface Documents {
  /** The document of this key, at once when it is kept; built once, also when many ask at the same time. */
  get(key: string, build: () => Promise<Document>): Document | Promise<Document>;
  /** Forgets all of them; a build under way is handed out but not kept. */
  clear(): void;
}

/** How much is kept at most. A body counts twice, for its compressed forms beside it. */
export interface DocumentLimits {
  count: number;
  bytes: number;
}

/** Opens a store of documents; the longest unused go first. */
export function openDocuments(limits: DocumentLimits): Documents {
  let kept = new Map<string, Document>();
  let building = new Map<string, Promise<Document>>();
  let bytes = 0;

  function keep(key: string, document: Document): void {
    bytes += weightOf(document);
    kept.set(key, document);
    for (const [oldest, other] of kept) {
      if (kept.size <= limits.count && bytes <= limits.bytes) return;
      bytes -= weightOf(other);
      kept.delete(oldest);
    }
  }

  return {
    get(key, build) {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const under = building.get(key);
      if (under) return under;
      const here = building;
      const made = build()
        .then((document) => {
          if (here === building) keep(key, document);
          return document;
        })
        .finally(() => here.delete(key));
      here.set(key, made);
      return made;
    },
    clear() {
      kept = new Map();
      building = new Map();
      bytes = 0;
    },
  };
}

function weightOf(document: Document): number {
  return document.body.length * 2;
}
