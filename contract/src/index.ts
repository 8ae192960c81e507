/**
 * The entry point for the server. Browser code imports types from here and values only from `./consent-version`, `./contrast`,
 * `./languages`, `./message-values`, `./normalise`, `./order-states`, `./packed`, `./page-state`, `./reasons`, `./resume` and
 * `./screens`.
 */
export * from "./accounts.ts";
export * from "./attribution.ts";
export type { Call, ConsoleAccess } from "./call.ts";
export * from "./calls.ts";
export * from "./catalogue.ts";
export * from "./common.ts";
export * from "./console/activity.ts";
export * from "./console/audit.ts";
export * from "./console/audit-actions.ts";
export * from "./console/calls.ts";
export * from "./console/captions.ts";
export * from "./console/episodes.ts";
export * from "./console/home.ts";
export * from "./console/jobs.ts";
export * from "./console/operator.ts";
export * from "./console/pages.ts";
export * from "./console/passkeys.ts";
export * from "./console/people.ts";
export * from "./console/permissions.ts";
export * from "./console/picture-kinds.ts";
export * from "./console/pictures.ts";
export * from "./console/previews.ts";
export * from "./console/releases.ts";
export * from "./console/search.ts";
export * from "./console/series.ts";
export * from "./console/series-bulk.ts";
export * from "./console/series-choice.ts";
export * from "./console/series-prices.ts";
export * from "./console/series-states.ts";
export * from "./console/site.ts";
export * from "./console/tags.ts";
export * from "./console/team.ts";
export * from "./console/texts.ts";
export * from "./console/ticket-views.ts";
export * from "./console/tickets.ts";
export * from "./console/timeline.ts";
export * from "./console/timeline-groups.ts";
export * from "./console/uploads.ts";
export * from "./contrast.ts";
export * from "./envelope.ts";
export * from "./languages.ts";
export * from "./library.ts";
export * from "./message-values.ts";
export * from "./money.ts";
export * from "./normalise.ts";
export * from "./order-states.ts";
export * from "./page-state.ts";
export * from "./pixel-events.ts";
export * from "./playback.ts";
export * from "./reasons.ts";
export * from "./resume.ts";
export * from "./sandbox-calls.ts";
export * from "./screens.ts";
export * from "./site.ts";
