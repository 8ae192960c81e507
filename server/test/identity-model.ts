const day = 24 * 60 * 60 * 1000;
const lives = { guest: { idle: 180 * day, whole: 400 * day }, member: { idle: 30 * day, whole: 90 * day } };

/** A secret as it was given out. */
export interface Secret {
  by: "cookie" | "header";
  value: string;
}

/** A guest or member, as they should be. */
export interface Visitor {
  id: string;
  kind: "guest" | "member";
  email: string | null;
  password: string | null;
  mergedInto: string | null;
  /** By series: how far, and when. */
  watched: Map<string, { position: number; at: number }>;
}

/** A session that should live. */
export interface Session {
  visitor: Visitor;
  secrets: Secret[];
  opened: number;
  seen: number;
}

/** Who is who, kept in memory by rules as plain as they can be: what the real accounts must agree with. */
export interface Model {
  visitors: Map<string, Visitor>;
  sessions: Set<Session>;
  dead: Secret[];
}

/** A world without anybody. */
export function emptyModel(): Model {
  return { visitors: new Map(), sessions: new Set(), dead: [] };
}

/** Adds a guest. */
export function addGuest(model: Model, id: string): Visitor {
  const visitor: Visitor = {
    id,
    kind: "guest",
    email: null,
    password: null,
    mergedInto: null,
    watched: new Map(),
  };
  model.visitors.set(id, visitor);
  return visitor;
}

/** The member with an address. */
export function memberOf(model: Model, email: string): Visitor | undefined {
  return [...model.visitors.values()].find((visitor) => visitor.email === email);
}

/** The session that a secret opens. */
export function sessionOf(model: Model, by: Secret["by"], value: string | null): Session | undefined {
  return [...model.sessions].find(({ secrets }) =>
    secrets.some((secret) => secret.by === by && secret.value === value),
  );
}

/** Ends sessions for good. */
export function end(model: Model, sessions: Iterable<Session>): void {
  for (const session of sessions) {
    model.sessions.delete(session);
    model.dead.push(...session.secrets);
  }
}

/** A visitor's sessions, the newest first. */
export function sessionsOf(model: Model, visitor: Visitor): Session[] {
  return [...model.sessions]
    .filter((session) => session.visitor === visitor)
    .toSorted((one, other) => other.opened - one.opened);
}

/** Ends what has lived too long, or was not used for too long. */
export function expire(model: Model, now: number): void {
  const over = ({ visitor: { kind }, opened, seen }: Session) =>
    now >= opened + lives[kind].whole || now >= seen + lives[kind].idle;
  end(model, [...model.sessions].filter(over));
}

/** What a guest did becomes the member's; of each series the newest counts. */
export function merge(model: Model, guest: Visitor, member: Visitor): void {
  for (const [series, progress] of guest.watched) {
    const own = member.watched.get(series);
    if (!own || progress.at > own.at) member.watched.set(series, progress);
  }
  guest.watched.clear();
  guest.mergedInto = member.id;
  end(model, sessionsOf(model, guest));
}

/** What a visitor's history should show, the newest first. */
export function historyOf({ watched }: Visitor): { series: string; position: number }[] {
  return [...watched]
    .toSorted(([, one], [, other]) => other.at - one.at)
    .map(([series, { position }]) => ({ series, position }));
}
