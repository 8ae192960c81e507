const PATIENCE_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** A server outside that could not be asked, or whose answer makes no sense. Its words go into logs: no address, no secret. */
export class OutsideError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutsideError";
  }
}

/**
 * Asks a server outside for JSON: by POST where there is a form, else by GET. Waits ten seconds, reads 64 KB and follows no
 * redirect. The address comes from our settings, never from a request.
 */
export async function askOutside(
  url: URL,
  form?: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: "application/json" },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    return { status: response.status, body: JSON.parse(await readText(response)) };
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    const { name, cause } = error as Error & { cause?: { code?: string } };
    throw new OutsideError(`${url.host} did not answer (${cause?.code ?? name})`);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new OutsideError("A server outside said too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
