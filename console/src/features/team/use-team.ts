import type { TeamMember } from "@cliffhanger/contract/console/team";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { teamQuery } from "../../lib/use-members.ts";

/** Reads everyone who runs this installation. */
export function useTeam() {
  return useQuery(teamQuery);
}

/** Returns a function that reads the team anew, after a change; the log has a new row then. */
export function useRefreshTeam(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: teamQuery.queryKey });
    void client.invalidateQueries({ queryKey: ["log"] });
  };
}

/** How a member signs in. */
export function proofsOf({ proofs }: TeamMember): "both" | "passkey" | "password" | "none" {
  if (proofs.passkeys > 0) return proofs.password ? "both" : "passkey";
  return proofs.password ? "password" : "none";
}
