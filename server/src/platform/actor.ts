import { hostname, userInfo } from "node:os";

/** Who changes something that operators own, as the audit log names them. */
export interface Actor {
  kind: "operator" | "command" | "system";
  /** The operator's id, the system user and host of a command, or the name of background work. */
  id: string;
  role: string | null;
  sessionId: string | null;
  /** The network address that an operator acts from. */
  network: string | null;
}

/** Returns the system user who runs a command, and the host; a container may have no name for the user. */
export function commandActor(): Actor {
  return { ...nobody, kind: "command", id: `${systemUser()}@${hostname()}`.slice(0, 200) };
}

/** Returns background work that changes what an operator owns. */
export function systemActor(name: string): Actor {
  return { ...nobody, kind: "system", id: name };
}

const nobody = { role: null, sessionId: null, network: null };

/** Returns the system's name of the user who runs this process. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
