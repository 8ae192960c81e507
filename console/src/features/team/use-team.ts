import type { TeamMember } from "@cliffhanger/contract/console/team";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

const key = ["team"];

/** Reads everyone who runs this installation. */
export function useTeam() {
  return useQuery({ queryKey: key, queryFn: () => call("GET /api/console/team") });
}

/** Returns a function that reads the team anew, after a change; the log has a new row then. */
export function useRefreshTeam(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: ["log"] });
  };
}

/** How a member signs in. */
export function proofsOf({ proofs }: TeamMember): "both" | "passkey" | "password" | "none" {
  if (proofs.passkeys > 0) return proofs.password ? "both" : "passkey";
  return proofs.password ? "password" : "none";
}
