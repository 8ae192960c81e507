import { readFileSync } from "node:fs";
import { hostname } from "node:os";

const NAME_CHARACTERS = 36;

/** Returns what all processes of this machine have in common, also those in containers: the id of its boot on Linux. */
function machineId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return hostname().slice(0, NAME_CHARACTERS);
  }
}

/** The name under which web processes of this machine are connected to the database, so that workers can find them. */
export const webConnectionName = `cliffhanger web ${machineId()}`;
