/** Reads tracks and samples of ISO base media files (ISO/IEC 14496-12, -14, -15). */

/** A track as declared in the init segment. */
export interface Track {
  id: number;
  kind: "video" | "audio";
  /** Ticks per second. */
  timescale: number;
  /** Codec string of RFC 6381, such as avc1.64001f or mp4a.40.2. */
  codec: string;
  /** 0 for audio. */
  width: number;
  height: number;
  /** Default of the `trex` box, used when a fragment omits the value. */
  sampleDuration: number;
  sampleFlags: number;
}

/** The samples of one track in one segment. Times in seconds. */
export interface TrackRun {
  trackId: number;
  /** Decode time of the first sample. */
  start: number;
  duration: number;
  samples: number;
  /** Offsets from `start`, in decode time, of the sync samples. */
  keys: number[];
  /** Whether the first sample holds an IDR slice; false for audio. */
  opensWithIdr: boolean;
}

interface Box {
  type: string;
  /** Offset of the whole box in the file; its data begins after the header. */
  at: number;
  data: Buffer;
}

const NON_SYNC = 0x10000;
const NAL_IDR = 5;
const NAL_SLICE = 1;

/**
 * Reads the tracks of an init segment.
 * @throws RangeError when the file is truncated
 */
export function readTracks(init: Buffer): Track[] {
  const moov = one(boxes(init), "moov");
  const defaults = new Map(all(moov, "mvex", "trex").map((trex) => [trex.data.readUInt32BE(4), trex.data]));
  return boxes(moov.data)
    .filter((box) => box.type === "trak")
    .map((trak) => readTrack(trak, defaults));
}

/** Returns the types of all sample entries of a movie box, such as avc1 or encv. Empty for a damaged box. */
export function sampleEntries(moov: Buffer): string[] {
  try {
    return boxes(moov).flatMap((box) =>
      all(box, "trak", "mdia", "minf", "stbl", "stsd").flatMap((stsd) =>
        boxes(stsd.data.subarray(8)).map((entry) => entry.type),
      ),
    );
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function readTrack(trak: Box, defaults: Map<number, Buffer>): Track {
  const tkhd = one(boxes(trak.data), "tkhd").data;
  const id = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12);
  const mdia = one(boxes(trak.data), "mdia");
  const mdhd = one(boxes(mdia.data), "mdhd").data;
  const handler = one(boxes(mdia.data), "hdlr").data.toString("latin1", 8, 12);
  const [stsd] = all(mdia, "minf", "stbl", "stsd");
  const entry = stsd && boxes(stsd.data.subarray(8))[0];
  if (!entry) throw new RangeError("a track without a sample description");
  const trex = defaults.get(id);
  return {
    id,
    kind: handler === "vide" ? "video" : "audio",
    timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
    codec: handler === "vide" ? videoCodec(entry) : audioCodec(entry),
    width: handler === "vide" ? entry.data.readUInt16BE(24) : 0,
    height: handler === "vide" ? entry.data.readUInt16BE(26) : 0,
    sampleDuration: trex?.readUInt32BE(12) ?? 0,
    sampleFlags: trex?.readUInt32BE(20) ?? 0,
  };
}

/** Profile, constraints and level are bytes 1 to 3 of the decoder configuration. */
function videoCodec(entry: Box): string {
  const configuration = one(boxes(entry.data.subarray(78)), "avcC").data;
  return `${entry.type}.${configuration.toString("hex", 1, 4)}`;
}

/** The descriptor with tag 4 holds the object type, the one with tag 5 the audio object type. */
function audioCodec(entry: Box): string {
  const esds = one(boxes(entry.data.subarray(28)), "esds").data;
  let at = 4;
  let objectType = "";
  while (at < esds.length) {
    const tag = esds.readUInt8(at);
    at += 1;
    while (esds.readUInt8(at) & 0x80) at += 1;
    at += 1;
    if (tag === 3) at += 3;
    else if (tag === 4) {
      objectType = esds.toString("hex", at, at + 1);
      at += 13;
    } else if (tag === 5) return `${entry.type}.${objectType}.${esds.readUInt8(at) >> 3}`;
    else break;
  }
  return `${entry.type}.${objectType}`;
}

/** Reads the samples of a media segment, one run per track. A segment may hold several fragments. */
export function readRuns(segment: Buffer, tracks: readonly Track[]): TrackRun[] {
  const runs = new Map<number, TrackRun>();
  for (const moof of boxes(segment)) {
    if (moof.type !== "moof") continue;
    for (const traf of boxes(moof.data)) {
      if (traf.type === "traf") readFragment({ segment, moofAt: moof.at, traf, tracks, runs });
    }
  }
  return [...runs.values()];
}

interface Fragment {
  segment: Buffer;
  /** Offset of the `moof` box in the segment; sample offsets count from it. */
  moofAt: number;
  traf: Box;
  tracks: readonly Track[];
  /** Runs by track id; the fragment's samples are added to them. */
  runs: Map<number, TrackRun>;
}

function readFragment({ segment, moofAt, traf, tracks, runs }: Fragment): void {
  const parts = boxes(traf.data);
  const tfhd = one(parts, "tfhd").data;
  const track = tracks.find((candidate) => candidate.id === tfhd.readUInt32BE(4));
  if (!track) throw new RangeError("a fragment of a track that the init segment does not declare");
  const defaults = fragmentDefaults(tfhd, track);
  const tfdt = one(parts, "tfdt").data;
  const begin = (tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4)) / track.timescale;
  const run = runs.get(track.id) ?? {
    trackId: track.id,
    start: begin,
    duration: 0,
    samples: 0,
    keys: [],
    opensWithIdr: false,
  };
  for (const part of parts) {
    if (part.type !== "trun") continue;
    const { offset, firstSize, samples } = readRun(part.data, defaults);
    const data = segment.subarray(moofAt + offset, moofAt + offset + firstSize);
    if (track.kind === "video" && run.samples === 0) run.opensWithIdr = firstSlice(data) === NAL_IDR;
    for (const sample of samples) {
      if (!(sample.flags & NON_SYNC)) run.keys.push(run.duration);
      run.duration += sample.duration / track.timescale;
      run.samples += 1;
    }
  }
  runs.set(track.id, run);
}

interface Defaults {
  duration: number;
  size: number;
  flags: number;
}

function fragmentDefaults(tfhd: Buffer, track: Track): Defaults {
  const has = tfhd.readUInt32BE(0) & 0xffffff;
  let at = 8 + (has & 1 ? 8 : 0) + (has & 2 ? 4 : 0);
  const next = (bit: number, otherwise: number) => {
    if (!(has & bit)) return otherwise;
    at += 4;
    return tfhd.readUInt32BE(at - 4);
  };
  return { duration: next(8, track.sampleDuration), size: next(16, 0), flags: next(32, track.sampleFlags) };
}

function readRun(trun: Buffer, defaults: Defaults) {
  const has = trun.readUInt32BE(0) & 0xffffff;
  const count = trun.readUInt32BE(4);
  let at = 8;
  const next = (bit: number, otherwise: number) => {
    if (!(has & bit)) return otherwise;
    at += 4;
    return trun.readUInt32BE(at - 4);
  };
  const offset = next(1, 0);
  const firstFlags = next(4, defaults.flags);
  let firstSize = 0;
  const samples: { duration: number; flags: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const duration = next(0x100, defaults.duration);
    const size = next(0x200, defaults.size);
    const flags = next(0x400, index === 0 ? firstFlags : defaults.flags);
    next(0x800, 0);
    if (index === 0) firstSize = size;
    samples.push({ duration, flags });
  }
  return { offset, firstSize, samples };
}

/** Samples are NAL units, each preceded by its length in four bytes. Parameter sets and SEI may come first. */
function firstSlice(sample: Buffer): number {
  for (let at = 0; at + 4 < sample.length; at += 4 + sample.readUInt32BE(at)) {
    const type = sample.readUInt8(at + 4) & 0x1f;
    if (type >= NAL_SLICE && type <= NAL_IDR) return type;
  }
  return 0;
}

function boxes(data: Buffer): Box[] {
  const found: Box[] = [];
  let at = 0;
  while (at + 8 <= data.length) {
    const short = data.readUInt32BE(at);
    const header = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(data.readBigUInt64BE(at + 8)) : short || data.length - at;
    if (size < header || at + size > data.length) throw new RangeError("a box that reaches past the end");
    found.push({
      type: data.toString("latin1", at + 4, at + 8),
      at,
      data: data.subarray(at + header, at + size),
    });
    at += size;
  }
  return found;
}

function one(list: Box[], type: string): Box {
  const box = list.find((candidate) => candidate.type === type);
  if (!box) throw new RangeError(`no ${type} box`);
  return box;
}

function all(box: Box, ...path: string[]): Box[] {
  return path.reduce<Box[]>(
    (level, type) => level.flatMap((parent) => boxes(parent.data).filter((child) => child.type === type)),
    [box],
  );
}
