import { isLoopback } from "./loopback.ts";
import type { Setting } from "./setting.ts";

/** A bucket of an S3-compatible server. */
export interface BucketSettings {
  /** The server's address, without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is named in the path and not in the host. */
  pathStyle: boolean;
  /** What every key begins with: empty, or words that end with a slash. */
  prefix: string;
}

/** The settings of this file, as the documentation lists them. */
export const storeSettings: Setting[] = [
  {
    name: "MEDIA_STORE",
    fallback: "file",
    meaning: "Where media is stored: file for DATA_DIR/media, s3 for an S3-compatible bucket",
  },
  { name: "S3_ENDPOINT", fallback: "(none)", meaning: "Address of the bucket's server, without the bucket" },
  { name: "S3_REGION", fallback: "us-east-1", meaning: "Region of the bucket" },
  { name: "S3_BUCKET", fallback: "(none)", meaning: "Name of the bucket, which stays private" },
  {
    name: "S3_ACCESS_KEY_ID",
    fallback: "(none)",
    meaning: "Key that may read, write, list and delete there",
  },
  { name: "S3_SECRET_ACCESS_KEY", fallback: "(none)", meaning: "That key's secret" },
  {
    name: "S3_PATH_STYLE",
    fallback: "1",
    meaning: "1 names the bucket in the path, as most servers expect; 0 in the host",
  },
  {
    name: "S3_PREFIX",
    fallback: "(none)",
    meaning: "Words that every key begins with, such as site-1, where several sites share a bucket",
  },
  {
    name: "MEDIA_DISK_CACHE_GB",
    fallback: "0",
    meaning: "Gigabytes of the bucket's files that web processes keep in DATA_DIR/media-cache; 0 for none",
  },
];

/**
 * Reads where media is stored: a bucket, or null for the folder DATA_DIR/media. A command that copies from one to the other reads
 * the bucket of a site whose MEDIA_STORE is still `file`; see {@link readBucket}.
 */
export function readStore(text: (name: string) => string | null, faults: string[]): BucketSettings | null {
  const kind = text("MEDIA_STORE") ?? "file";
  if (kind === "file") return null;
  if (kind !== "s3") {
    faults.push(`MEDIA_STORE is "${kind}"; give file or s3.`);
    return null;
  }
  if (text("MEDIA_ACCEL") !== null)
    faults.push(
      "MEDIA_ACCEL serves files of DATA_DIR/media, which MEDIA_STORE=s3 does not use; leave it out.",
    );
  return readBucket(text, faults);
}

/** Reads how many bytes of a bucket's files are kept on this machine's disk. */
export function readDiskCache(text: (name: string) => string | null, faults: string[]): number {
  const value = text("MEDIA_DISK_CACHE_GB") ?? "0";
  if (!/^\d{1,5}$/.test(value))
    faults.push(`MEDIA_DISK_CACHE_GB is "${value}"; give whole gigabytes up to 99999, 0 for none.`);
  else if (value !== "0" && (text("MEDIA_STORE") ?? "file") === "file")
    faults.push("MEDIA_DISK_CACHE_GB keeps files of a bucket, and MEDIA_STORE is file; leave it out.");
  else return Number(value) * 2 ** 30;
  return 0;
}

/** Reads the settings of the bucket, whether or not the site uses it. */
export function readBucket(text: (name: string) => string | null, faults: string[]): BucketSettings | null {
  const endpoint = text("S3_ENDPOINT");
  const bucket = text("S3_BUCKET");
  const accessKeyId = text("S3_ACCESS_KEY_ID");
  const secretAccessKey = text("S3_SECRET_ACCESS_KEY");
  const before = faults.length;
  const missing = Object.entries({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length > 0) faults.push(`A bucket needs ${missing.join(", ")}; set them, or MEDIA_STORE=file.`);
  judgeEndpoint(endpoint, faults);
  if (bucket !== null && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    faults.push(`S3_BUCKET is "${bucket}"; give 3 to 63 lower-case letters, digits, dots and hyphens.`);
  const pathStyle = text("S3_PATH_STYLE") ?? "1";
  if (!/^[01]$/.test(pathStyle)) faults.push(`S3_PATH_STYLE is "${pathStyle}"; give 1 or 0.`);
  const prefix = (text("S3_PREFIX") ?? "").replace(/^\/+|\/+$/g, "");
  if (!/^(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/.test(prefix))
    faults.push(`S3_PREFIX is "${prefix}"; give words of lower-case letters, digits, dots and hyphens.`);
  if (faults.length > before || !endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return {
    endpoint: endpoint.replace(/\/$/, ""),
    region: text("S3_REGION") ?? "us-east-1",
    bucket,
    accessKeyId,
    secretAccessKey,
    pathStyle: pathStyle === "1",
    prefix: prefix === "" ? "" : `${prefix}/`,
  };
}

function judgeEndpoint(endpoint: string | null, faults: string[]): void {
  if (endpoint === null) return;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isPlain = url && url.pathname === "/" && url.search === "" && url.username === "";
  if (!url || !isPlain || !/^https?:$/.test(url.protocol))
    faults.push(`S3_ENDPOINT is "${endpoint}"; give scheme and host only, such as https://s3.example.com.`);
  else if (url.protocol === "http:" && !isLoopback(url.hostname) && !isPrivate(url.hostname))
    faults.push(`S3_ENDPOINT is "${endpoint}", a public host without encryption; give an https:// address.`);
}

/** Names without a dot, and private addresses, are of the operator's own network. */
function isPrivate(host: string): boolean {
  return !host.includes(".") || /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
}
