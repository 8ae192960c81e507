export { noRights, type Rights, rightsOf } from "#billing";
export { type Entitlement, type EntitlementReason, entitle, entitlementTo, rightTo } from "./entitle.ts";
