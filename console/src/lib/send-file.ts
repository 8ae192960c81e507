/** Pieces of a file: a broken connection loses one at most. */
const PIECE_BYTES = 4 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/** What is told while a file is sent. */
export interface Sent {
  progress(bytes: number): void;
  done(): void;
  failed(error: unknown): void;
}

/** Sends files to their uploads, which go on while other screens are open. */
export type SendFiles = (seriesId: string, files: readonly { id: string; file: File }[]) => void;

/** Sends a file to its upload, from where it broke off. Returns what stops it. */
export async function sendFile(id: string, file: File, sent: Sent): Promise<{ abort(): Promise<void> }> {
  const { Upload } = await import("tus-js-client");
  const upload = new Upload(file, {
    uploadUrl: `/api/console/tus/${id}`,
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    storeFingerprintForResuming: false,
    onProgress: (bytes) => sent.progress(bytes),
    onSuccess: () => sent.done(),
    onError: (error) => sent.failed(error),
  });
  upload.start();
  return upload;
}
