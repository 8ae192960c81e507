export { siteChanged } from "./events.ts";
export { externalOriginsOf } from "./external-origins.ts";
export { mailBrandingOf } from "./mail-branding.ts";
export { type InformationPages, openInformationPages } from "./pages/information.ts";
export { type Abilities, readPublicConfig } from "./public-config.ts";
export { registerSite } from "./routes.ts";
export { themeOf } from "./theme.ts";
export { defineTicketMail } from "./tickets/mail.ts";
export { memberTickets } from "./tickets/member-tickets.ts";
