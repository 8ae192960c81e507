import type { User } from "@cliffhanger/contract";
import { useUser } from "../lib/user.ts";

/** Returns the member who is signed in: null for a guest, undefined until the server has answered. */
export function useMember(): User | null | undefined {
  const user = useUser();
  return user && (user.kind === "member" ? user : null);
}
