/** Errors of one visit that are reported; a screen in a loop must not flood the server. */
const MAX_REPORTS = 5;
let reported = 0;

/** Reports an error of the screens to the server's own log. */
export function reportFault(error: unknown): void {
  reported += 1;
  if (reported > MAX_REPORTS) return;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const body = { message: message.slice(0, 1000), stack: stack?.slice(0, 8000), path: location.pathname };
  void fetch("/api/console/fault", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}

/** Reports errors that nobody caught. */
export function reportUncaught(): void {
  addEventListener("error", ({ error, message }) => reportFault(error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => reportFault(reason));
}
