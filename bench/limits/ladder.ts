import { join } from "node:path";

const RATES: Record<number, [profile: string, crf: number, maxrate: number]> = {
  1080: ["high", 21, 5200],
  720: ["high", 21, 3000],
  540: ["main", 22, 1800],
  480: ["main", 22, 1400],
  360: ["main", 23, 800],
  234: ["main", 26, 96],
};

/** Returns ffmpeg's arguments for a plain ladder in one pass: vertical renditions by their short edge, sound, HLS. */
export function ladderArguments(source: string, folder: string, edges: readonly number[]): string[] {
  const split = `[0:v:0]fps=30,format=yuv420p,split=${edges.length}${edges.map((_, at) => `[s${at}]`).join("")}`;
  const scales = edges.map((edge, at) => {
    const height = Math.round((edge * 16) / 9 / 2) * 2;
    return `[s${at}]scale=${edge}:${height},setsar=1[v${at}]`;
  });
  const sound = "[0:a:0]loudnorm=I=-16:TP=-1.5:LRA=11,aresample=48000[sound]";
  return [
    ["-v", "error", "-nostdin", "-y", "-i", source, "-filter_complex", [split, ...scales, sound].join(";")],
    edges.flatMap((_, at) => ["-map", `[v${at}]`]),
    ["-map", "[sound]", "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-sc_threshold", "0"],
    ["-g", "60", "-keyint_min", "60", "-force_key_frames", "expr:gte(t,n_forced*2)"],
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"],
    edges.flatMap((edge, at) => {
      const [profile, crf, maxrate] = RATES[edge] ?? ["main", 23, 1000];
      return [
        [`-profile:v:${at}`, profile, `-crf:v:${at}`, String(crf)],
        [`-maxrate:v:${at}`, `${maxrate}k`, `-bufsize:v:${at}`, `${maxrate * 2}k`],
      ].flat();
    }),
    ["-c:a", "aac", "-b:a", "128k", "-ar", "48000", "-ac", "2", "-f", "hls", "-hls_time", "6"],
    ["-hls_playlist_type", "vod", "-hls_list_size", "0", "-hls_segment_type", "fmp4"],
    ["-hls_flags", "independent_segments", "-hls_fmp4_init_filename", "init.mp4"],
    ["-hls_segment_filename", join(folder, "%v/%05d.m4s"), "-master_pl_name", "index.m3u8"],
    [
      "-var_stream_map",
      [...edges.map((edge, at) => `v:${at},agroup:sound,name:v${edge}`), "a:0,agroup:sound,name:sound"].join(
        " ",
      ),
    ],
    [join(folder, "%v/index.m3u8")],
  ].flat();
}
