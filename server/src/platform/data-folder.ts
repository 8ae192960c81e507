import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Thrown when a folder cannot hold the data; the message says what to do. */
export class DataFolderError extends Error {}

/**
 * Creates DATA_DIR and its parent folders when missing. Throws a sentence when that is impossible. Creates one level at
 * a time, because Node's recursive mode never returns on /proc.
 */
export function makeDataFolder(path: string): void {
  try {
    make(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new DataFolderError(
      `DATA_DIR ${path} cannot be used: ${reasons[code ?? ""] ?? message}. Set DATA_DIR to a folder that this user may make and write.`,
      { cause: error },
    );
  }
}

const reasons: Record<string, string> = {
  ENOTDIR: "a part of it is a file",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it is on a file system that is read-only",
  ENOSPC: "its disk is full",
  ENOENT: "no folder can be made there",
};

function make(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
  if (dirname(path) !== path) make(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
