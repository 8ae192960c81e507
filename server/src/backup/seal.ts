/** Name of the last entry: the SHA-256 of all bytes before it, so that a cut or changed file is recognised. */
export const SEAL = "sha256";

/** Length of the seal in the file: its header, its body in one block, and the two empty blocks that end a tar. */
export const SEAL_BYTES = 2048;

/** Returns the hash in the last bytes of a file; undefined when they are not a seal. */
export function readSeal(tail: Buffer): string | undefined {
  if (tail.length !== SEAL_BYTES || tail.toString("latin1", 0, SEAL.length + 1) !== `${SEAL}\0`)
    return undefined;
  return /^[0-9a-f]{64}/.exec(tail.toString("latin1", 512, 576))?.[0];
}
