export { registerConsoleSite } from "./console-routes.ts";
export { siteChanged } from "./events.ts";
export { externalOriginsOf } from "./external-origins.ts";
export { mailBrandingOf } from "./mail-branding.ts";
export { agreedPages } from "./pages/change-page.ts";
export { registerConsolePages } from "./pages/console-routes.ts";
export { findPages } from "./pages/find-pages.ts";
export { type InformationPages, openInformationPages } from "./pages/information.ts";
export { readOwnPages, readPreview } from "./pages/own-pages.ts";
export { type Abilities, readPublicConfig, readSite, readSiteZone } from "./public-config.ts";
export { readRefundAmount, setRefundAmount } from "./refund-amount.ts";
export { registerSite } from "./routes.ts";
export { themeOf } from "./theme.ts";
export { close as closeTicket } from "./tickets/close.ts";
export {
  answerTicket,
  assignTicket,
  noteOnTicket,
  reopenTicket,
  type TicketActing,
  writeToPerson,
} from "./tickets/conversation.ts";
export { findTicketByName } from "./tickets/find-ticket.ts";
export { countOverdue, countView, listTicketPage, orderedBy } from "./tickets/listing/repository.ts";
export { defineTicketMail } from "./tickets/mail.ts";
export { memberTickets } from "./tickets/member-tickets.ts";
export { listMessages, listSnippets } from "./tickets/messages/repository.ts";
export { parseTicketName, ticketName } from "./tickets/number.ts";
export { findTicket, listTicketIdsOf, listTicketsBy, type TicketRow } from "./tickets/repository.ts";
