import type { Probe } from "./probe.ts";

/** Nits of reference white in HDR, by ITU-R BT.2408: what SDR shows as its brightest white. */
const REFERENCE_WHITE = 203;
/** Brighter than this is cut off. Most films are graded on displays of 1,000 or 4,000 nits. */
const BRIGHTEST = 4000;
/** Up to this part of white colours stay exactly as they are; above it the curve bends to make room for highlights. */
const LINEAR_UP_TO = 0.8;

/**
 * The filters that make HDR pictures SDR ones. Light below the bend is unchanged, so skin and midtones look as graded.
 * `agamma=false` makes the HLG display curve work on luminance, as BT.2100 defines it, and not on each channel alone.
 * The transfer at the end is that of sRGB: phones and browsers show BT.709 video with that curve.
 */
export function toneMap({ isColourTagged }: Pick<Probe, "isColourTagged">): string {
  return [
    ...(isColourTagged ? [] : ["setparams=color_primaries=bt2020:colorspace=bt2020nc"]),
    `zscale=transfer=linear:npl=${REFERENCE_WHITE}:agamma=false`,
    "format=gbrpf32le",
    "zscale=primaries=bt709",
    `tonemap=mobius:param=${LINEAR_UP_TO}:peak=${(BRIGHTEST / REFERENCE_WHITE).toFixed(3)}:desat=0`,
    "zscale=transfer=iec61966-2-1:matrix=bt709:range=tv",
  ].join(",");
}
