import { readFileSync } from "node:fs";

type Environment = Record<string, string | undefined>;

/**
 * Returns the environment with the settings that are given as files: `NAME_FILE` holds the path of a file that contains
 * the value of `NAME`, as secrets of containers and credentials of systemd do. Faults are added to `faults`; they name
 * the file, never its content.
 */
export function readSettingFiles(env: Environment, names: readonly string[], faults: string[]): Environment {
  const values: Environment = { ...env };
  for (const name of names) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) {
      faults.push(`${name} and ${name}_FILE are both set; leave one of them out.`);
      continue;
    }
    try {
      values[name] = readFileSync(path, "utf8").trim();
      // A secret that was not written yet is no wish for the default.
      if (values[name] === "")
        faults.push(
          `${name}_FILE names ${path}, which is empty; write the value into it, or leave the setting out.`,
        );
    } catch (error) {
      faults.push(
        `${name}_FILE names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}); give a file that this user may read.`,
      );
    }
  }
  return values;
}
