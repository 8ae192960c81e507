import * as z from "zod";
import { choiceParameter, Id, idParameter, Moment, textParameter } from "../common.ts";
import { type AuditAction, auditActions } from "./audit-actions.ts";
import { keyPageQuery } from "./key-pages.ts";

const actions = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** Who acted: an operator, a command on the machine, or background work. */
export const actorKinds = ["operator", "command", "system"] as const;

/** Filters of the audit log. `day` is a date in the zone of the site; `action` may end with `.` for all that begin with it. */
export const AuditQuery = z.object({
  ...keyPageQuery,
  sort: choiceParameter(["newest"], "newest"),
  actorKind: choiceParameter(actorKinds, undefined),
  actor: textParameter(200),
  action: textParameter(60),
  subjectKind: textParameter(40),
  subjectId: textParameter(64),
  day: textParameter(10),
  requestId: idParameter(),
});

/** One row of the audit log. */
export const AuditRow = z.object({
  id: Id,
  at: Moment,
  actor: z.object({
    kind: z.enum(actorKinds),
    /** The operator's id, the system user and host of a command, or the name of background work. */
    id: z.string(),
    /** The operator's address as it is now; null for others, and where it is unknown. */
    email: z.string().nullable(),
    /** The operator's role at that time. */
    role: z.string().nullable(),
  }),
  action: z.enum(actions),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    /** The title of a series, that of an episode's series, or a tag's name, as it is now; null for others, and where it is gone. */
    title: z.string().nullable(),
    /** The number of an episode. */
    number: z.int().nullable(),
  }),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** A row with what it changed: the changed fields alone. A long text is its length and hash. */
export const AuditDetail = AuditRow.extend({
  network: z.string().nullable(),
  sessionId: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditDetail = z.infer<typeof AuditDetail>;
