export { type EntitlementReason, entitle } from "./entitle.ts";
