import { setTimeout as pause } from "node:timers/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import type { StoreFault, StoreListener, StoreOperation } from "../storage.ts";
import type { BucketSettings } from "../store-settings.ts";
import { openBreaker, StoreUnavailableError } from "./breaker.ts";

/** The limits of a call; tests shorten them. */
export interface CallLimits {
  connectMs: number;
  firstByteMs: number;
  /** The longest silence within an answer. */
  silenceMs: number;
}

const LIMITS: CallLimits = { connectMs: 2_000, firstByteMs: 5_000, silenceMs: 5_000 };
const TRIES = 3;
const PAUSE_MS = 200;
const SOCKETS = 128;
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** An upload may take as long as this rate needs, besides the time until the first byte. */
const SLOWEST_BYTES_PER_MS = 128;

type Sdk = typeof import("@aws-sdk/client-s3");

/** One attempt. `begun` is called when the answer has begun: what follows has no limit but that of silence. */
export type Ask<T> = (s3: S3Client, limit: { abortSignal: AbortSignal }, begun: () => void) => Promise<T>;

/** Calls a bucket: with limits of time, retries, and a breaker. */
export interface BucketClient {
  sdk: Sdk;
  settings: BucketSettings;
  /**
   * Asks the bucket, three times at most. What `ask` does with the answer counts as a part of the call. Throws
   * StoreUnavailableError when the bucket does not answer, and the SDK's error when it refuses.
   * @param sentBytes the size of what is sent, which takes its time before the answer begins
   */
  call<T>(op: StoreOperation, ask: Ask<T>, sentBytes?: number): Promise<T>;
  /** Adds who is told of attempts. */
  observe(listener: StoreListener): void;
  close(): void;
}

/** Opens the client of a bucket. Loads the SDK, which only an installation with a bucket does. */
export async function openBucketClient(
  settings: BucketSettings,
  limits: CallLimits = LIMITS,
): Promise<BucketClient> {
  const [sdk, { Agent: PlainAgent }, { Agent: SecureAgent }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("node:http"),
    import("node:https"),
  ]);
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new sdk.S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.pathStyle,
    // Other servers than Amazon's know no checksums in trailers. Each body is covered by its signed hash.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 1,
    followRegionRedirects: false,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      socketTimeout: 0,
      httpAgent: new PlainAgent(agent),
      httpsAgent: new SecureAgent(agent),
    },
  });
  const breaker = openBreaker();
  const listeners: StoreListener[] = [];
  const tell = (op: StoreOperation, fault: StoreFault | null, since: number) => {
    for (const listener of listeners) listener({ op, fault }, (performance.now() - since) / 1000);
  };
  return {
    sdk,
    settings,
    observe: (listener) => void listeners.push(listener),
    close: () => client.destroy(),
    async call(op, ask, sentBytes = 0) {
      for (let tries = 1; ; tries += 1) {
        const since = performance.now();
        try {
          breaker.require();
        } catch (error) {
          tell(op, "breaker", since);
          throw error;
        }
        const limit = limits.firstByteMs + sentBytes / SLOWEST_BYTES_PER_MS;
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(), limit);
        try {
          const used = await ask(client, { abortSignal: late.signal }, () => clearTimeout(timer));
          breaker.succeeded();
          tell(op, null, since);
          return used;
        } catch (error) {
          const fault = late.signal.aborted ? "timeout" : faultOf(error);
          if (fault === null || fault === "refused") breaker.succeeded();
          tell(op, fault, since);
          if (fault === null || fault === "refused") throw error;
          breaker.failed();
          if (tries >= TRIES)
            throw new StoreUnavailableError(`The media storage did not answer (${op}: ${fault})`, {
              cause: error,
            });
        } finally {
          clearTimeout(timer);
        }
        await pause(PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
      }
    },
  };
}

/** An answer whose body ended early, or was silent for too long. */
export class CutError extends Error {
  override name = "CutError";
}

/** Returns whether an error says that there is no such object, upload or rule. */
export function isAbsent(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return (
    name === "NoSuchKey" ||
    name === "NotFound" ||
    name === "NoSuchUpload" ||
    $metadata?.httpStatusCode === 404
  );
}

/** Returns how a call failed; null for an answer, such as 404, that is no fault. */
function faultOf(error: unknown): StoreFault | null {
  if (error instanceof CutError) return "cut";
  if (isAbsent(error)) return null;
  const { name, code, $metadata } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  if (status >= 500 || status === 429 || name === "SlowDown") return "server";
  if (status >= 400) return "refused";
  // The SDK names a broken connection TimeoutError, too.
  if (code === "ECONNRESET" || code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE") return "cut";
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  if (code !== undefined && UNREACHABLE.has(code)) return "connection";
  // An answer that the SDK cannot read is a fault of what lies between. Anything else is a fault of ours.
  return "$response" in (error as object) ? "cut" : null;
}
