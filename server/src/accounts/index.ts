export { addMember, findAddedMember } from "./account-data/add-member.ts";
export { deletionOf } from "./account-data/deletion.ts";
export { exportPerson } from "./account-data/export.ts";
export { cleanupTask } from "./account-data/run-cleanup.ts";
export type { Accounts, AccountsOptions, RecogniseWith } from "./accounts.ts";
export type { AccountListener, ExportFiles, Visit } from "./events.ts";
export { registerFacebook } from "./facebook/routes.ts";
export { requestAddressChange } from "./links/change-address.ts";
export { findChangeOf } from "./links/changes/repository.ts";
export { createPurchaseLink, findPurchaseAddress, notePurchase } from "./links/create-link.ts";
export { type Addressee, findAddressee } from "./mails/addressee.ts";
export { defineAccountMails } from "./mails/define.ts";
export { openAccounts } from "./open.ts";
export { scheduleDeletionFor } from "./people/delete-person.ts";
export { endSessionsOf } from "./people/end-sessions.ts";
export {
  countByAddress,
  findPerson,
  listAgreed,
  listByAddress,
  listDevicesOf,
  listIdsOf,
  listPeople,
  listSignIns,
  type PersonRow,
} from "./people/repository.ts";
export {
  countAgreedBefore,
  findMemberByEmail,
  findStanding,
  findVisitor,
  hasMembers,
  isVisitorKnown,
} from "./repository.ts";
export { registerAccounts } from "./routes.ts";
export type { FoundSession } from "./sessions/identify.ts";
export { deleteAllSessions } from "./sessions/repository.ts";
export { accountLimits } from "./throttle/limits.ts";
