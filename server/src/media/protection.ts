import { type FileHandle, open } from "node:fs/promises";
import { sampleEntries } from "./boxes.ts";
import type { Streams } from "./streams.ts";

const MAX_MOOV_BYTES = 64 * 2 ** 20;
const FIRST_BOXES = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]);
const TS_PACKET = 188;
const TS_SYNC = 0x47;
const TS_SCRAMBLED = 0x80;
const TS_PROBE_BYTES = 2 ** 20;
/** Sample entry types that replace the codec when samples are encrypted (ISO/IEC 23001-7). */
const ENCRYPTED = new Set(["encv", "enca"]);

/** Returns whether the container declares its video or audio as encrypted. */
export async function isEncrypted(path: string, { format, streams }: Streams): Promise<boolean> {
  if (streams.some((stream) => stream.tags?.["enc_key_id"])) return true;
  const file = await open(path);
  try {
    if (format.includes("mp4")) return await isEncryptedMp4(file);
    if (format === "mpegts") return await isScrambled(file);
    return false;
  } finally {
    await file.close();
  }
}

/** Returns whether a file begins like MP4 and MOV files, whatever its name. */
export async function isMp4(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(8);
    await file.read(head, 0, 8, 0);
    return FIRST_BOXES.has(head.toString("latin1", 4, 8));
  } finally {
    await file.close();
  }
}

async function isEncryptedMp4(file: FileHandle): Promise<boolean> {
  const { size: end } = await file.stat();
  const head = Buffer.alloc(16);
  for (let at = 0; at + 8 <= end; ) {
    await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short || end - at;
    if (size < 8) return false;
    if (head.toString("latin1", 4, 8) === "moov") {
      if (size > MAX_MOOV_BYTES || at + size > end) return false;
      const moov = Buffer.alloc(size);
      await file.read(moov, 0, size, at);
      return sampleEntries(moov).some((type) => ENCRYPTED.has(type));
    }
    at += size;
  }
  return false;
}

/** The tables of a transport stream are never scrambled, so a sufficient share of scrambled packets decides. */
async function isScrambled(file: FileHandle): Promise<boolean> {
  const data = Buffer.alloc(TS_PROBE_BYTES);
  const { bytesRead } = await file.read(data, 0, TS_PROBE_BYTES, 0);
  let [scrambled, seen] = [0, 0];
  for (let at = 0; at + TS_PACKET <= bytesRead; at += TS_PACKET) {
    if (data[at] !== TS_SYNC) return false;
    seen += 1;
    if ((data[at + 3] ?? 0) & TS_SCRAMBLED) scrambled += 1;
  }
  return scrambled > seen / 2;
}
