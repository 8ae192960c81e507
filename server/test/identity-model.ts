const day = 24 * 60 * 60 * 1000;
const lives = { guest: { idle: 180 * day, whole: 400 * day }, member: { idle: 30 * day, whole: 90 * day } };

/** A secret as it was issued. */
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
  /** Position and time of the last report, by series. */
  watched: Map<string, { position: number; at: number }>;
}

/** A session that should be valid. */
export interface Session {
  visitor: Visitor;
  secrets: Secret[];
  opened: number;
  seen: number;
}

/** A model of visitors and sessions in memory, by rules as simple as possible. The real accounts must agree with it. */
export interface Model {
  visitors: Map<string, Visitor>;
  sessions: Set<Session>;
  dead: Secret[];
}

/** Returns a model without visitors. */
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

/** Returns the member with an address. */
export function memberOf(model: Model, email: string): Visitor | undefined {
  return [...model.visitors.values()].find((visitor) => visitor.email === email);
}

/** Returns the session that a secret opens. */
export function sessionOf(model: Model, by: Secret["by"], value: string | null): Session | undefined {
  return [...model.sessions].find(({ secrets }) =>
    secrets.some((secret) => secret.by === by && secret.value === value),
  );
}

/** Ends sessions permanently. */
export function end(model: Model, sessions: Iterable<Session>): void {
  for (const session of sessions) {
    model.sessions.delete(session);
    model.dead.push(...session.secrets);
  }
}

/** Returns a visitor's sessions, the newest first. */
export function sessionsOf(model: Model, visitor: Visitor): Session[] {
  return [...model.sessions]
    .filter((session) => session.visitor === visitor)
    .toSorted((one, other) => other.opened - one.opened);
}

/** Ends sessions that are too old or unused for too long. */
export function expire(model: Model, now: number): void {
  const over = ({ visitor: { kind }, opened, seen }: Session) =>
    now >= opened + lives[kind].whole || now >= seen + lives[kind].idle;
  end(model, [...model.sessions].filter(over));
}

/** Moves a guest's history to the member; for each series the newest position counts. */
export function merge(model: Model, guest: Visitor, member: Visitor): void {
  for (const [series, progress] of guest.watched) {
    const own = member.watched.get(series);
    if (!own || progress.at > own.at) member.watched.set(series, progress);
  }
  guest.watched.clear();
  guest.mergedInto = member.id;
  end(model, sessionsOf(model, guest));
}

/** Returns the history that a visitor should see, the newest first. */
export function historyOf({ watched }: Visitor): { series: string; position: number }[] {
  return [...watched]
    .toSorted(([, one], [, other]) => other.at - one.at)
    .map(([series, { position }]) => ({ series, position }));
}
