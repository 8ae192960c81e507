import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { Readable } from "node:stream";
import type { GetObjectCommandOutput } from "@aws-sdk/client-s3";
import { LRUCache } from "lru-cache";
import { type ByteRange, isMediaKey, type MediaStore, requireMediaKey, type StoredFile } from "../storage.ts";
import type { BucketSettings } from "../store-settings.ts";
import { inTurns } from "./in-turns.ts";
import {
  type Ask,
  type BucketClient,
  type CallLimits,
  CutError,
  isAbsent,
  openBucketClient,
} from "./s3-client.ts";
import {
  abortUpload,
  listUploads,
  putBytes,
  putFile,
  type StoredBytes,
  sizeOf,
  type UploadOptions,
} from "./s3-upload.ts";
import { makeWorkFolder, sweepWork } from "./work-folders.ts";

/** The object of an asset that is stored last. An asset without it is never served. */
const COMPLETE = "complete.json";
const MARKER = "cliffhanger-media";
const AT_ONCE = 8;
/** A bucket deletes no more by one call. */
const DELETE_AT_ONCE = 1_000;
const UPLOAD_MS = 24 * 3600 * 1000;
const FOLDER_MS = 2 * UPLOAD_MS;
const KNOWN_ASSETS = 20_000;

/** What tests change: the limits of time, and the sizes from which files are uploaded in parts. */
export interface BucketOptions {
  limits?: CallLimits;
  upload?: Pick<UploadOptions, "partBytes" | "wholeBytes">;
}

/** Opens the store in a bucket. Work folders are on this machine, under `<dataDir>/scratch`. */
export async function openS3Store(
  settings: BucketSettings,
  dataDir: string,
  { limits, upload }: BucketOptions = {},
): Promise<MediaStore> {
  const scratch = join(resolve(dataDir), "scratch");
  await mkdir(scratch, { recursive: true });
  const client = await openBucketClient(settings, limits);
  const nameOf = (key: string) => settings.prefix + requireMediaKey(key);
  const complete = new LRUCache<string, true>({ max: KNOWN_ASSETS });
  const store = { client, nameOf, complete, silenceMs: limits?.silenceMs ?? 5_000 };
  return {
    localPath: (key) => {
      requireMediaKey(key);
      return null;
    },
    scratch,
    workFolder: () => makeWorkFolder(scratch),
    open: (key, range) => openObject(store, key, range),
    read: (key) => readObject(store, key),
    publish: (path, key) => publish(store, path, key, upload),
    async takeIn(path, key) {
      // The spool names a file by its hash: what is there is the same.
      if ((await sizeOf(client, nameOf(key))) !== null) return;
      await putFile(client, nameOf(key), path, { ...upload, sha256: basename(key) });
    },
    async addTexts(key, texts) {
      for (const { file, body } of texts) await putBytes(client, nameOf(`${key}/${file}`), Buffer.from(body));
    },
    list: (prefix, after) => listObjects(store, prefix, after),
    names: (folder) => listNames(store, folder),
    remove: (key) => remove(store, key),
    sweep: () => sweepWork(scratch),
    discardUnfinished: (at) => discardUnfinished(store, at),
    observe: client.observe,
    async note(key, text) {
      await putBytes(client, nameOf(key), Buffer.from(text));
    },
    marker: markerOf(client),
  };
}

interface Store {
  client: BucketClient;
  /** Returns the name of a key in the bucket. */
  nameOf: (key: string) => string;
  /** Assets that are known to be complete, and stay so until they are removed. */
  complete: LRUCache<string, true>;
  silenceMs: number;
}

/** Returns the asset that a key is a file of. */
function assetOf(key: string): string | null {
  return /^assets\/([^/]+)\/./.exec(key)?.[1] ?? null;
}

async function isComplete({ client, nameOf, complete }: Store, asset: string): Promise<boolean> {
  if (complete.has(asset)) return true;
  const found = (await sizeOf(client, nameOf(`assets/${asset}/${COMPLETE}`))) !== null;
  if (found) complete.set(asset, true);
  return found;
}

async function getObject<T>(
  store: Store,
  key: string,
  range: ByteRange | undefined,
  use: (output: GetObjectCommandOutput) => Promise<T>,
): Promise<T | null> {
  const { client, nameOf } = store;
  const name = nameOf(key);
  const asset = assetOf(key);
  if (asset !== null && !(await isComplete(store, asset))) return null;
  const Range = range && `bytes=${range.start}-${range.end}`;
  try {
    return await client.call("get", async (s3, limit, begun) => {
      const command = new client.sdk.GetObjectCommand({ Bucket: client.settings.bucket, Key: name, Range });
      const output = await s3.send(command, limit);
      begun();
      return use(output);
    });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function readObject(store: Store, key: string): Promise<Buffer | null> {
  return getObject(store, key, undefined, async ({ Body, ContentLength }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of guarded(Body as Readable, ContentLength, store.silenceMs)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}

async function openObject(store: Store, key: string, range?: ByteRange) {
  return getObject(store, key, range, async ({ Body, ContentLength, ContentRange, ETag }) => {
    const whole = Number(ContentRange?.split("/")[1] ?? ContentLength);
    const body = Readable.from(guarded(Body as Readable, ContentLength, store.silenceMs), {
      objectMode: false,
    });
    return { body, bytes: whole, etag: ETag ?? "" };
  });
}

/** Passes on an answer's body. Throws CutError when it ends early or is silent for too long. */
async function* guarded(
  body: Readable,
  length: number | undefined,
  silenceMs: number,
): AsyncGenerator<Buffer, void> {
  let left = length ?? 0;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => body.destroy(new CutError("The answer of the media storage fell silent")),
      silenceMs,
    );
  };
  try {
    wait();
    for await (const chunk of body as AsyncIterable<Buffer>) {
      // The time in which the reader is busy is no silence of the server.
      clearTimeout(timer);
      left -= chunk.length;
      yield chunk;
      wait();
    }
  } catch (error) {
    throw error instanceof CutError
      ? error
      : new CutError("The answer of the media storage was cut", { cause: error });
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  if (length !== undefined && left !== 0) throw new CutError("The answer of the media storage ended early");
}

/** Stores a file, or all files of an asset and then the object that makes it complete. */
async function publish(
  store: Store,
  path: string,
  key: string,
  upload: BucketOptions["upload"],
): Promise<void> {
  const { client, nameOf, complete } = store;
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") return null;
    throw error;
  });
  if (names === null) {
    await putFile(client, nameOf(key), path, upload);
    return rm(path);
  }
  const asset = basename(key);
  // The remains of an interrupted attempt must not look complete while they are replaced.
  complete.delete(asset);
  await deleteAll(client, [nameOf(`${key}/${COMPLETE}`)]);
  const stored: Record<string, StoredBytes> = {};
  await inTurns(AT_ONCE, names, async (name) => {
    stored[name] = await putFile(client, nameOf(`${key}/${name}`), join(path, name), upload);
  });
  const remains: string[] = [];
  for await (const { key: each } of listObjects(store, `${key}/`))
    if (!Object.hasOwn(stored, basename(each))) remains.push(nameOf(each));
  await deleteAll(client, remains);
  await requireSizes(store, key, stored);
  await putBytes(client, nameOf(`${key}/${COMPLETE}`), Buffer.from(`${JSON.stringify({ files: stored })}\n`));
  complete.set(asset, true);
  await rm(path, { recursive: true });
}

/** Throws unless a listing names each file with its size: an answer that was lost on the way is not believed. */
async function requireSizes(store: Store, key: string, stored: Record<string, StoredBytes>): Promise<void> {
  const sizes = new Map<string, number>();
  for await (const { key: each, bytes } of listObjects(store, `${key}/`)) sizes.set(basename(each), bytes);
  for (const [name, { bytes }] of Object.entries(stored))
    if (isMediaKey(`${key}/${name}`) && sizes.get(name) !== bytes)
      throw new Error(`The media storage does not hold ${key}/${name} as it was sent`);
}

async function* listObjects(
  { client: { call, sdk, settings } }: Store,
  prefix: string,
  after?: string,
): AsyncGenerator<StoredFile> {
  const { bucket: Bucket, prefix: start } = settings;
  let ContinuationToken: string | undefined;
  do {
    const StartAfter = after === undefined || ContinuationToken ? undefined : start + after;
    const page = await call("list", (s3, limit) =>
      s3.send(
        new sdk.ListObjectsV2Command({
          Bucket,
          Prefix: start + folderOf(prefix),
          StartAfter,
          ContinuationToken,
        }),
        limit,
      ),
    );
    for (const { Key = "", Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(start.length);
      if (isMediaKey(key) && basename(key) !== COMPLETE) yield { key, bytes: Size, since: LastModified };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

function folderOf(prefix: string): string {
  return `${prefix.replace(/\/$/, "")}/`;
}

async function listNames({ client: { call, sdk, settings } }: Store, folder: string): Promise<string[]> {
  const Prefix = `${settings.prefix}${folder}/`;
  const names: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await call("list", (s3, limit) =>
      s3.send(
        new sdk.ListObjectsV2Command({ Bucket: settings.bucket, Prefix, Delimiter: "/", ContinuationToken }),
        limit,
      ),
    );
    for (const { Prefix: below = "" } of page.CommonPrefixes ?? [])
      names.push(below.slice(Prefix.length).replace(/\/$/, ""));
    for (const { Key = "" } of page.Contents ?? []) names.push(Key.slice(Prefix.length));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return names.filter((name) => name !== "");
}

async function remove(store: Store, key: string): Promise<void> {
  const { client, nameOf, complete } = store;
  const name = nameOf(key);
  if (!/^(?:assets|uploads)\/[^/]+$/.test(key)) return deleteAll(client, [name]);
  if (key.startsWith("assets/")) {
    complete.delete(basename(key));
    // First, so that what is left after a kill is not complete.
    await deleteAll(client, [nameOf(`${key}/${COMPLETE}`)]);
  }
  const names: string[] = [];
  for await (const each of listObjects(store, `${key}/`)) names.push(nameOf(each.key));
  await deleteAll(client, names);
}

async function deleteAll({ call, sdk, settings }: BucketClient, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += DELETE_AT_ONCE) {
    const Objects = names.slice(at, at + DELETE_AT_ONCE).map((Key) => ({ Key }));
    const { Errors = [] } = await call("delete", (s3, limit) =>
      s3.send(
        new sdk.DeleteObjectsCommand({ Bucket: settings.bucket, Delete: { Objects, Quiet: true } }),
        limit,
      ),
    );
    const left = Errors.find(({ Code }) => Code !== "NoSuchKey");
    if (left) throw new Error(`The media storage did not delete ${left.Key}: ${left.Code}`);
  }
}

/** Gives up uploads that began a day ago, and removes assets that are not complete after two days. */
async function discardUnfinished(store: Store, at: Date): Promise<number> {
  const { client, nameOf } = store;
  let count = 0;
  for (const { key, id, since } of await listUploads(client, client.settings.prefix)) {
    if (at.getTime() - since.getTime() < UPLOAD_MS) continue;
    await abortUpload(client, key, id);
    count += 1;
  }
  for (const asset of await listNames(store, "assets")) {
    if (!isMediaKey(`assets/${asset}`) || (await isComplete(store, asset))) continue;
    let newest = 0;
    const names: string[] = [];
    for await (const { key, since } of listObjects(store, `assets/${asset}/`)) {
      newest = Math.max(newest, since.getTime());
      names.push(nameOf(key));
    }
    if (at.getTime() - newest < FOLDER_MS) continue;
    await deleteAll(client, names);
    count += 1;
  }
  return count;
}

function markerOf(client: BucketClient): MediaStore["marker"] {
  const { sdk, settings } = client;
  const at = { Bucket: settings.bucket, Key: `${settings.prefix}${MARKER}` };
  const place = `s3://${at.Bucket}/${at.Key}`;
  return {
    place,
    command: (marker) => `echo ${marker} | aws s3 cp - ${place} --endpoint-url ${settings.endpoint}`,
    async read() {
      try {
        return await client.call("get", async (s3, limit) => {
          const { Body } = await s3.send(new sdk.GetObjectCommand(at), limit);
          return (await Body?.transformToString())?.trim() ?? null;
        });
      } catch (error) {
        if (isAbsent(error) && (error as Error).name !== "NoSuchBucket") return null;
        throw error;
      }
    },
    async make(marker) {
      const Body = Buffer.from(`${marker}\n`);
      const put: Ask<unknown> = (s3, limit) =>
        s3.send(new sdk.PutObjectCommand({ ...at, Body, IfNoneMatch: "*" }), limit);
      await client.call("put", put).catch((error: { $metadata?: { httpStatusCode?: number } }) => {
        if (error.$metadata?.httpStatusCode !== 412) throw error;
      });
    },
  };
}
