import * as z from "zod";
import { Counted, Id, Moment } from "../common.ts";
import { OperatorRole, RequestKey } from "./operator.ts";

/** An operator as owners see them. */
export const TeamMember = z.object({
  id: Id,
  email: z.string(),
  role: OperatorRole,
  state: z.enum(["invited", "active", "off"]),
  /** Carried by a change, which is refused when another came first. */
  version: z.int(),
  proofs: z.object({ passkeys: z.int().nonnegative(), password: z.boolean() }),
  sessions: z.int().nonnegative(),
  lastSeenAt: Moment.nullable(),
  createdAt: Moment,
  /** The invitation that can still be redeemed. */
  invitation: z.object({ sentAt: Moment, endsAt: Moment }).nullable(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** Everyone who runs this installation, and what support may refund alone, in whole units of the order's currency. */
export const Team = z.object({ members: z.array(TeamMember), refundAmount: z.int().nonnegative() });
export type Team = z.infer<typeof Team>;

/** Invites a person, or invites again one who has not joined or was switched off; earlier links end. */
export const TeamInvitation = z.object({
  requestKey: RequestKey,
  email: z.string().max(1000),
  role: OperatorRole,
});

/** The invited person. `link` is shown once; null when the call was repeated. `mailed`: it was sent by email as well. */
export const TeamInvited = z.object({
  member: TeamMember,
  link: z.string().nullable(),
  mailed: z.boolean(),
});

/** Gives a role; ends all sessions of the operator. */
export const RoleChange = z.object({
  requestKey: RequestKey,
  id: Id,
  role: OperatorRole,
  version: Counted,
});

/** Switches an operator off; ends all their sessions. */
export const SwitchOff = z.object({ requestKey: RequestKey, id: Id, version: Counted });

/** Sets the refund amount; `from` is the one that the screen showed. */
export const RefundAmountChange = z.object({
  requestKey: RequestKey,
  from: z.int().nonnegative(),
  amount: z.int().min(0).max(1_000_000),
});
