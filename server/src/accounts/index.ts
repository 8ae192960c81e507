export { addMember, findAddedMember } from "./account-data/add-member.ts";
export { startHousekeeping } from "./account-data/run-housekeeping.ts";
export { type Accounts, type AccountsOptions, openAccounts } from "./accounts.ts";
export type { AccountListener, Visit } from "./events.ts";
export { registerFacebook } from "./facebook/routes.ts";
export { type Addressee, findAddressee, greetings } from "./mails/addressee.ts";
export { defineAccountMails } from "./mails/define.ts";
export { registerAccounts } from "./routes.ts";
export { accountLimits } from "./throttle/limits.ts";
