import { createHash } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import { inTurns } from "./in-turns.ts";
import { type BucketClient, isAbsent } from "./s3-client.ts";

/** Files from this size on are uploaded in parts, of which those that arrived are kept after a kill. */
const WHOLE_BYTES = 32 * 2 ** 20;
const PART_BYTES = 16 * 2 ** 20;
/** A bucket takes no more parts. */
const MAX_PARTS = 10_000;
const AT_ONCE = 4;

/** A file as it was stored. */
export interface StoredBytes {
  bytes: number;
  sha256: string;
}

/** Thrown when the bytes are not those that the key names. */
export class WrongBytesError extends Error {
  override name = "WrongBytesError";
}

/** Stores bytes. Their SHA-256 is part of the signature, so that a server cannot store others. */
export async function putBytes(client: BucketClient, key: string, body: Buffer): Promise<StoredBytes> {
  const { sdk, settings } = client;
  const sha256 = createHash("sha256").update(body).digest("hex");
  await client.call(
    "put",
    (s3, limit) =>
      s3.send(
        new sdk.PutObjectCommand({
          Bucket: settings.bucket,
          Key: key,
          Body: body,
          ContentLength: body.length,
        }),
        limit,
      ),
    body.length,
  );
  return { bytes: body.length, sha256 };
}

/**
 * Stores a file. With `sha256`, which must be the hash of the file, an upload that was interrupted goes on: its parts were
 * parts of the same bytes. Throws WrongBytesError, and stores nothing, when the file is another one.
 */
export async function putFile(
  client: BucketClient,
  key: string,
  path: string,
  { sha256, partBytes = PART_BYTES, wholeBytes = WHOLE_BYTES }: UploadOptions = {},
): Promise<StoredBytes> {
  const { size } = await stat(path);
  if (size < wholeBytes) {
    const body = await readFile(path);
    requireHash(key, sha256, createHash("sha256").update(body).digest("hex"));
    return putBytes(client, key, body);
  }
  return putParts(client, key, path, {
    sha256,
    size,
    partBytes: Math.max(partBytes, Math.ceil(size / MAX_PARTS)),
  });
}

/** How a file is uploaded; the sizes are of tests alone. */
export interface UploadOptions {
  sha256?: string | undefined;
  partBytes?: number;
  wholeBytes?: number;
}

function requireHash(key: string, wanted: string | undefined, found: string): void {
  if (wanted !== undefined && wanted !== found)
    throw new WrongBytesError(`The file for ${key} was changed while it was uploaded`);
}

interface Parts {
  sha256: string | undefined;
  size: number;
  partBytes: number;
}

async function putParts(
  client: BucketClient,
  key: string,
  path: string,
  { sha256, size, partBytes }: Parts,
): Promise<StoredBytes> {
  const { sdk, settings } = client;
  const at = { Bucket: settings.bucket, Key: key };
  const begun = sha256 === undefined ? null : await findUpload(client, key);
  const uploadId = begun ?? (await beginUpload(client, key));
  const known = begun === null ? new Map<number, Part>() : await listParts(client, key, begun);
  const hash = createHash("sha256");
  const handle = await open(path, "r");
  const etags: string[] = [];
  try {
    await inTurns(AT_ONCE, partsOf(size, partBytes), async ({ number, start, length }, turn) => {
      const body = Buffer.allocUnsafe(length);
      // In order, because the hash of the whole file is taken on the way.
      await turn(async () => {
        for (let read = 0; read < length; ) {
          const { bytesRead } = await handle.read(body, read, length - read, start + read);
          if (bytesRead === 0) throw new WrongBytesError(`The file for ${key} became shorter`);
          read += bytesRead;
        }
        hash.update(body);
      });
      const there = known.get(number);
      if (there?.size === length) {
        etags[number] = there.etag;
        return;
      }
      const sent = await client.call(
        "multipart",
        (s3, limit) =>
          s3.send(
            new sdk.UploadPartCommand({ ...at, UploadId: uploadId, PartNumber: number, Body: body }),
            limit,
          ),
        length,
      );
      etags[number] = sent.ETag ?? "";
    });
    const found = hash.digest("hex");
    requireHash(key, sha256, found);
    const Parts = etags.flatMap((ETag, PartNumber) => [{ ETag, PartNumber }]);
    await client.call(
      "multipart",
      (s3, limit) =>
        s3.send(
          new sdk.CompleteMultipartUploadCommand({ ...at, UploadId: uploadId, MultipartUpload: { Parts } }),
          limit,
        ),
      // The server joins the parts before it answers.
      size,
    );
    return { bytes: size, sha256: found };
  } catch (error) {
    if (isAbsent(error) && (await sizeOf(client, key)) === size && sha256 !== undefined)
      // Another process uploaded the same bytes, or the answer to the last call was lost.
      return { bytes: size, sha256 };
    if (error instanceof WrongBytesError || sha256 === undefined) await abortUpload(client, key, uploadId);
    throw error;
  } finally {
    await handle.close();
  }
}

function* partsOf(size: number, partBytes: number) {
  for (let number = 1, start = 0; start < size; number += 1, start += partBytes)
    yield { number, start, length: Math.min(partBytes, size - start) };
}

async function beginUpload(client: BucketClient, key: string): Promise<string> {
  const { sdk, settings } = client;
  const { UploadId } = await client.call("multipart", (s3, limit) =>
    s3.send(new sdk.CreateMultipartUploadCommand({ Bucket: settings.bucket, Key: key }), limit),
  );
  return UploadId ?? "";
}

interface Part {
  etag: string;
  size: number;
}

/** Returns the newest upload of a key that is not complete. */
async function findUpload(client: BucketClient, key: string): Promise<string | null> {
  const uploads = await listUploads(client, key);
  const own = uploads.filter((each) => each.key === key);
  return own.toSorted((a, b) => b.since.getTime() - a.since.getTime())[0]?.id ?? null;
}

/** Lists the uploads that are not complete. */
export async function listUploads(
  { call, sdk, settings }: BucketClient,
  prefix: string,
): Promise<{ key: string; id: string; since: Date }[]> {
  const found: { key: string; id: string; since: Date }[] = [];
  let marks: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await call("list", (s3, limit) =>
      s3.send(
        new sdk.ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix: prefix, ...marks }),
        limit,
      ),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId) found.push({ key: Key, id: UploadId, since: Initiated ?? new Date(0) });
    if (!page.IsTruncated) return found;
    marks = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

async function listParts(
  { call, sdk, settings }: BucketClient,
  key: string,
  uploadId: string,
): Promise<Map<number, Part>> {
  const parts = new Map<number, Part>();
  let marker: string | undefined;
  for (;;) {
    const page = await call("list", (s3, limit) =>
      s3.send(
        new sdk.ListPartsCommand({
          Bucket: settings.bucket,
          Key: key,
          UploadId: uploadId,
          PartNumberMarker: marker,
        }),
        limit,
      ),
    );
    for (const { PartNumber, ETag, Size } of page.Parts ?? [])
      if (PartNumber && ETag) parts.set(PartNumber, { etag: ETag, size: Size ?? 0 });
    if (!page.IsTruncated) return parts;
    marker = page.NextPartNumberMarker;
  }
}

/** Gives up an upload, so that its parts take no room. */
export async function abortUpload(
  { call, sdk, settings }: BucketClient,
  key: string,
  id: string,
): Promise<void> {
  await call("multipart", (s3, limit) =>
    s3.send(new sdk.AbortMultipartUploadCommand({ Bucket: settings.bucket, Key: key, UploadId: id }), limit),
  ).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
  });
}

/** Returns the size of an object; null when there is none. */
export async function sizeOf({ call, sdk, settings }: BucketClient, key: string): Promise<number | null> {
  try {
    const { ContentLength } = await call("head", (s3, limit) =>
      s3.send(new sdk.HeadObjectCommand({ Bucket: settings.bucket, Key: key }), limit),
    );
    return ContentLength ?? null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
