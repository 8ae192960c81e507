import type { RequestRules } from "#platform/http/request-rules";

/** Request rules that let every request through unchanged, for tests of the web server only. */
export const noRules: RequestRules = {
  inspect: () => undefined,
  clean: (values) => values,
  readClick: () => ({}),
};
