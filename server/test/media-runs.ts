import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { MediaTools } from "#media";
import { ffmpegVersion, once } from "./media-cache.ts";
import { tools } from "./media-sources.ts";

/**
 * Runs a media program, or repeats what an earlier run of it printed and wrote. Its arguments: the folder of earlier runs, a hash
 * of every input, the folder that may be written, the paths that may be read, `--` and the command. The paths differ from run to
 * run and do not count. A run that fails is not kept.
 */
const SCRIPT = `
runs=$1 inputs=$2 folder=$3; shift 3
reads=(); while [ "$1" != -- ]; do reads+=("$1"); shift; done; shift
words="$*"
for path in "\${reads[@]}"; do words=\${words//"$path"/<source>}; done
[ -z "$folder" ] || words=\${words//"$folder"/<folder>}
read -r key _ < <(sha256sum <<< "$inputs $words")
kept=$runs/$key
if [ -d "$kept" ]; then
  [ ! -d "$kept/files" ] || cp "$kept"/files/* "$folder"
  cat "$kept/complaint" >&2
  exec cat "$kept/output"
fi
work=$(mktemp -d "$runs/unfinished-XXXXXX")
: > "$work/begun"
"$@" > "$work/output" 2> "$work/complaint"
code=$?
cat "$work/complaint" >&2
cat "$work/output"
if [ $code = 0 ]; then
  if [ -n "$folder" ]; then
    mkdir "$work/files"
    find "$folder" -type f -newer "$work/begun" -exec cp -t "$work/files" {} +
  fi
  mv -T "$work" "$kept" 2> /dev/null || rm -rf "$work"
else rm -rf "$work"
fi
exit $code`;

/**
 * Tools whose programs do not repeat a run with the same arguments, input files and ffmpeg in the same run of tests: each start of one
 * costs a quarter of a second of CPU, and an encode some seconds. For tests of what happens to films, not of how they are read.
 */
export const rememberedTools = once(async (): Promise<MediaTools> => {
  const runs = inject("mediaRuns");
  const found = await tools();
  const { sandbox } = found;
  const prefix: typeof sandbox.prefix = (files, wallSeconds) => {
    const [folder = "", ...others] = files.writes;
    const words = sandbox.prefix(files, wallSeconds);
    if (others.length > 0) return words;
    const inputs = hashOf([...files.reads, ...files.writes]);
    return ["bash", "-c", SCRIPT, "bash", runs, inputs, folder, ...files.reads, "--", ...words];
  };
  return { ...found, sandbox: { ...sandbox, prefix } };
});

/** Returns a hash of the program's version and of the contents of files and folders. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256").update(ffmpegVersion());
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    const names = found?.isDirectory() ? readdirSync(path).toSorted() : [""];
    for (const name of found ? names : []) hash.update(`\n${name}\n`).update(readFileSync(join(path, name)));
  }
  return hash.digest("hex");
}
