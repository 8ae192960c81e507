const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/**
 * A failed request to an external server, or an answer that cannot be used. Its message may be logged: no address, no
 * secret.
 */
export class HttpClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpClientError";
  }
}

/** The answer of an external server. */
export interface HttpClientResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** The timeout for an external server and the largest answer; ten seconds and 64 KB by default. */
export interface HttpClientLimits {
  timeoutMs?: number;
  maxBytes?: number;
  /** `manual`: a redirect is returned as the answer. */
  redirect?: "error" | "manual";
}

/**
 * Sends a request to an external server and reads its answer without following redirects. The address comes from our
 * settings, never from a request. Throws HttpClientError when there is no answer or it is too large.
 */
export async function sendRequest(
  url: URL,
  init: RequestInit,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, redirect = "error" }: HttpClientLimits = {},
): Promise<HttpClientResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, headers } = response;
    return { status, headers, text: await readText(response, maxBytes) };
  } catch (error) {
    if (error instanceof HttpClientError) throw error;
    const { name, cause } = error as Error & { cause?: { code?: string } };
    throw new HttpClientError(`${url.host} did not answer (${cause?.code ?? name})`);
  }
}

/** Requests JSON from an external server: by POST with a form, otherwise by GET. */
export async function requestJson(
  url: URL,
  form?: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const { status, text } = await sendRequest(url, {
    headers: { accept: "application/json" },
    ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
  });
  try {
    return { status, body: JSON.parse(text) };
  } catch (error) {
    throw new HttpClientError(`${url.host} did not answer (${(error as Error).name})`);
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new HttpClientError("A server outside said too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
