export { noRights, noteFirstUse, type Rights, rightsOf, rightsOfRow } from "#billing";
export { type Entitlement, type EntitlementReason, entitle, entitlementTo, rightTo } from "./entitle.ts";
