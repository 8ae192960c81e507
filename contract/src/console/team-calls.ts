import * as z from "zod";
import type { Call } from "../call.ts";
import { Id } from "../common.ts";
import { AuditDetail, AuditQuery, AuditRow } from "./audit.ts";
import { keyPage } from "./key-pages.ts";
import {
  RefundAmountChange,
  RoleChange,
  SwitchOff,
  Team,
  TeamInvitation,
  TeamInvited,
  TeamMember,
} from "./team.ts";

/** The calls of the team and of the audit log. */
export const consoleTeamCalls = {
  "GET /api/console/team": {
    summary: "Everyone who runs this installation, and the refund amount",
    cache: "private",
    info: Team,
    console: { permission: "team" },
  },
  "POST /api/console/team/invite": {
    summary: "Invites an operator by a link of one use",
    cache: "private",
    body: TeamInvitation,
    info: TeamInvited,
    console: { permission: "team", writes: "operator.invite", fresh: "always" },
  },
  "POST /api/console/team/role": {
    summary: "Gives an operator another role and ends their sessions",
    cache: "private",
    body: RoleChange,
    info: z.object({ member: TeamMember }),
    console: { permission: "team", writes: "operator.role", fresh: "always" },
  },
  "POST /api/console/team/off": {
    summary: "Switches an operator off and ends their sessions",
    cache: "private",
    body: SwitchOff,
    info: z.object({ member: TeamMember }),
    console: { permission: "team", writes: "operator.off", fresh: "always" },
  },
  "POST /api/console/team/refund-amount": {
    summary: "Sets what support may refund without asking finance",
    cache: "private",
    body: RefundAmountChange,
    info: z.object({ refundAmount: z.int() }),
    console: { permission: "team", writes: "site.set", fresh: "always" },
  },
  "GET /api/console/audit": {
    summary:
      "The audit log, newest first: all rows for owners, own ones for others, money actions for finance too",
    cache: "private",
    query: AuditQuery,
    data: keyPage(AuditRow),
    console: { permission: "audit" },
  },
  "GET /api/console/audit/one": {
    summary: "One row of the audit log with what it changed",
    cache: "private",
    query: z.object({ id: Id }),
    info: AuditDetail,
    console: { permission: "audit" },
  },
  "GET /api/console/openapi.json": {
    summary: "This description of the console's calls",
    cache: "private",
    file: "application/json",
    console: { permission: "self" },
  },
} as const satisfies Record<string, Call>;
