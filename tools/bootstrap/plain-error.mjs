/** An error whose message says what happened and what to do. It is shown without a stack. */
export class PlainError extends Error {}

/** @type {Record<string, string>} */
const refusals = {
  EACCES: "This user may not write there: take over the folder, or run as the user who owns it.",
  EPERM: "This user may not do that there: take over the folder, or run as the user who owns it.",
  EROFS: "The file system is mounted read-only: mount it for writing, or copy the project elsewhere.",
  ENOSPC: "The disk is full: make room and start again.",
};

/**
 * Returns the message to show for an error.
 * @param {unknown} error
 * @returns {string | undefined} undefined for a programming error, which is shown with its stack
 */
export function sentenceFor(error) {
  if (error instanceof PlainError) return error.message;
  const refusal = error instanceof Error && "code" in error ? refusals[String(error.code)] : undefined;
  return refusal && error instanceof Error ? `${error.message}\n${refusal}` : undefined;
}
