const TIMEOUT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** A server outside that could not be asked, or whose answer makes no sense. Its words go into logs: no address, no secret. */
export class HttpClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpClientError";
  }
}

/** What a server outside said. */
export interface HttpClientResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** How long a server outside is waited for, and how much of it is read; ten seconds and 64 KB where it is not said. */
export interface HttpClientLimits {
  timeoutMs?: number;
  mostBytes?: number;
  /** `manual`: the answer that redirects is the answer. */
  redirect?: "error" | "manual";
}

/**
 * Sends a request to a server outside and reads its answer, following no redirect. The address comes from our settings,
 * never from a request. Throws HttpClientError where nothing came, or too much.
 */
export async function sendRequest(
  url: URL,
  init: RequestInit,
  { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES, redirect = "error" }: HttpClientLimits = {},
): Promise<HttpClientResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, headers } = response;
    return { status, headers, text: await readText(response, mostBytes) };
  } catch (error) {
    if (error instanceof HttpClientError) throw error;
    const { name, cause } = error as Error & { cause?: { code?: string } };
    throw new HttpClientError(`${url.host} did not answer (${cause?.code ?? name})`);
  }
}

/** Asks a server outside for JSON: by POST where there is a form, else by GET. */
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

async function readText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new HttpClientError("A server outside said too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
