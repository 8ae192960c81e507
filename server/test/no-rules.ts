import type { RequestRules } from "#platform/http/request-rules";

/** Rules that let every request through as it is, for tests of the web server alone. */
export const noRules: RequestRules = {
  inspect: () => undefined,
  clean: (kept) => kept,
  readClick: () => ({}),
};
