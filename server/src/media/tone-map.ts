import type { Probe } from "./probe.ts";

/** Reference white of HDR in nits (ITU-R BT.2408), shown as the brightest white of SDR. */
const REFERENCE_WHITE = 203;
/** Brighter values are clipped. Most HDR video is graded on displays of 1,000 or 4,000 nits. */
const MAX_NITS = 4000;
/** Up to this part of white, colours are unchanged. Above it the curve bends to make room for highlights. */
const LINEAR_UP_TO = 0.8;

/**
 * Returns the filters that convert HDR to SDR. Light below the bend is unchanged, so skin and midtones look as
 * graded. `agamma=false` applies the HLG display curve to luminance, as BT.2100 defines it, and not to each channel.
 * The output uses the sRGB transfer curve, because phones and browsers show BT.709 video with it.
 */
export function toneMap({ isColourTagged }: Pick<Probe, "isColourTagged">): string {
  return [
    ...(isColourTagged ? [] : ["setparams=color_primaries=bt2020:colorspace=bt2020nc"]),
    `zscale=transfer=linear:npl=${REFERENCE_WHITE}:agamma=false`,
    "format=gbrpf32le",
    "zscale=primaries=bt709",
    `tonemap=mobius:param=${LINEAR_UP_TO}:peak=${(MAX_NITS / REFERENCE_WHITE).toFixed(3)}:desat=0`,
    "zscale=transfer=iec61966-2-1:matrix=bt709:range=tv",
  ].join(",");
}
