import type { ErrorEvent } from "@sentry/browser";

/** What nobody else may learn, put in the place of itself. */
const marks: readonly [form: RegExp, mark: string][] = [
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, "[e-mail]"],
  // Addresses keep their path alone.
  [/(https?:\/\/[^\s"'?#)]+)[?#][^\s"')]*/g, "$1"],
  [/((?:^|[\s"'(=])\/[^\s"'?#)]*)\?[^\s"')]*/g, "$1"],
  [/\/media\/v\/[^/\s"']+/g, "/media/v/[grant]"],
  [
    /\b(token|code|key|fbclid|ttclid|gclid|password|secret)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi,
    "$1$2[removed]",
  ],
  // Whatever looks made by chance: ids of clicks and sessions.
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{28,}/g, "[id]"],
];

/** Takes addresses' queries, e-mail addresses, tokens and click ids out of a text; `known` are such values by themselves. */
export function scrubText(text: string, known: readonly string[] = []): string {
  const without = known
    .filter((value) => value.length > 3)
    .reduce((rest, value) => rest.replaceAll(value, "[removed]"), text);
  return marks.reduce((rest, [form, mark]) => rest.replace(form, mark), without);
}

/**
 * A report with what finds the fault, and nothing of whoever met it (T30): kind and words of the fault, where in the code, which
 * page. Headers, cookies, bodies, breadcrumbs, the person and all that is not named here stay behind.
 */
export function scrubReport(event: ErrorEvent, known: readonly string[] = []): ErrorEvent {
  const clean = (text: string) => scrubText(text, known);
  const { event_id, timestamp, platform, level, release, sdk, exception, message, request } = event;
  const agent = request?.headers?.["User-Agent"];
  const values = exception?.values?.map(({ type, value, mechanism, stacktrace }) => ({
    ...(type ? { type } : {}),
    ...(value ? { value: clean(value) } : {}),
    ...(mechanism ? { mechanism: { type: mechanism.type, handled: mechanism.handled ?? false } } : {}),
    ...(stacktrace?.frames
      ? {
          stacktrace: {
            frames: stacktrace.frames.map(({ filename, function: name, lineno, colno, in_app }) => ({
              ...(filename ? { filename: clean(filename) } : {}),
              ...(name ? { function: clean(name) } : {}),
              ...(lineno === undefined ? {} : { lineno }),
              ...(colno === undefined ? {} : { colno }),
              ...(in_app === undefined ? {} : { in_app }),
            })),
          },
        }
      : {}),
  }));
  return {
    type: undefined,
    ...(event_id ? { event_id } : {}),
    ...(timestamp ? { timestamp } : {}),
    ...(platform ? { platform } : {}),
    ...(level ? { level } : {}),
    ...(release ? { release } : {}),
    ...(sdk ? { sdk } : {}),
    ...(message ? { message: clean(message) } : {}),
    ...(values ? { exception: { values } } : {}),
    ...(request?.url
      ? {
          request: {
            url: pageOf(clean(request.url)),
            ...(agent ? { headers: { "User-Agent": agent } } : {}),
          },
        }
      : {}),
  };
}

// What somebody searched for stands in the path.
function pageOf(url: string): string {
  return url.replace(/(\/searchDetail\/).*/, "$1[keyword]");
}
