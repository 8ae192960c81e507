import type { ErrorEvent } from "@sentry/browser";

/** Patterns of private values, and what replaces them. */
const replacements: readonly [pattern: RegExp, replacement: string][] = [
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, "[e-mail]"],
  // Addresses lose their query and fragment.
  [/(https?:\/\/[^\s"'?#)]+)[?#][^\s"')]*/g, "$1"],
  [/((?:^|[\s"'(=])\/[^\s"'?#)]*)\?[^\s"')]*/g, "$1"],
  [/\/media\/v\/[^/\s"']+/g, "/media/v/[grant]"],
  [
    /\b(token|code|key|fbclid|ttclid|gclid|password|secret)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi,
    "$1$2[removed]",
  ],
  // Random-looking values: click ids and session ids.
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{28,}/g, "[id]"],
];

/**
 * Removes the queries of addresses, email addresses, tokens and click ids from a text; `known` lists further private
 * values.
 */
export function scrubText(text: string, known: readonly string[] = []): string {
  const without = known
    .filter((value) => value.length > 3)
    .reduce((rest, value) => rest.replaceAll(value, "[removed]"), text);
  return replacements.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), without);
}

/**
 * Returns a report that locates the error without identifying its user (T30): type and message, place in the code,
 * page. Headers, cookies, bodies, breadcrumbs, the user and every field not named here are left out.
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

// The path of a search contains its keyword.
function pageOf(url: string): string {
  return url.replace(/(\/searchDetail\/).*/, "$1[keyword]");
}
