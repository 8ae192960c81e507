// No imports here: the browser loads these values without the schema library.

/** Roles of operators: everything; series and the site; people and orders; money. */
export const roles = ["owner", "editor", "support", "finance"] as const;

/** The role of an operator. */
export type Role = (typeof roles)[number];

/**
 * Which roles have each permission of a console call. `none` needs no operator, `self` any. A call states its permission
 * in the contract; the server refuses every other role.
 */
export const permissions = {
  none: roles,
  self: roles,
  today: roles,
  "series.read": roles,
  "series.write": ["owner", "editor"],
  "series.publish": ["owner", "editor"],
  "price.series": ["owner", "finance"],
  upload: ["owner", "editor"],
  "release.read": ["owner", "editor", "support"],
  release: ["owner", "editor"],
  home: ["owner", "editor"],
  "plan.read": ["owner", "editor", "finance"],
  "plan.write": ["owner", "finance"],
  "person.read": ["owner", "support", "finance"],
  "person.help": ["owner", "support", "finance"],
  "person.data": ["owner", "finance"],
  "order.read": ["owner", "support", "finance"],
  refund: ["owner", "support", "finance"],
  "review.read": ["owner", "support", "finance"],
  review: ["owner", "finance"],
  "ticket.read": ["owner", "support", "finance"],
  ticket: ["owner", "support"],
  report: roles,
  campaign: ["owner", "editor"],
  export: roles,
  site: ["owner", "editor"],
  pixel: ["owner", "editor"],
  "job.read": roles,
  job: ["owner", "editor"],
  team: ["owner"],
  // Every role reads its own rows; finance reads money actions too, and an owner reads all.
  audit: roles,
} as const satisfies Record<string, readonly Role[]>;

/** What an operator may do. */
export type Permission = keyof typeof permissions;

/** Returns whether a role has a permission. */
export function isPermitted(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Returns the permissions of a role. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => isPermitted(role, permission));
}

/** A smaller group could be somebody whom an operator knows who sees no persons. */
export const SMALL_GROUP = 5;

/** Returns whether a role is told a number of people: one that sees no persons is not told that of a small group. */
export function mayKnowCount(role: Role, count: number): boolean {
  return isPermitted(role, "person.read") || count === 0 || count >= SMALL_GROUP;
}
