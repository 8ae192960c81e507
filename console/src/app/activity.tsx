import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMe } from "../lib/me.ts";
import { readMoved } from "../lib/read-moved.ts";
import { useIsMoving } from "../lib/use-moving.ts";
import { pollMoved } from "./poll-moved.ts";

const MOVING_MS = 2_000;
const STILL_MS = 15_000;

/**
 * Polls what moves, once for all screens, and lets those queries read again that show it: every two seconds while something runs on
 * the page, and not at all while the page is hidden.
 */
export function Activity() {
  const client = useQueryClient();
  const isMoving = useIsMoving();
  const { since } = useMe();
  const [poll] = useState(() => pollMoved(client, since));
  const { error } = useQuery({
    queryKey: ["activity"],
    queryFn: poll,
    refetchInterval: isMoving ? MOVING_MS : STILL_MS,
    staleTime: 0,
    gcTime: 0,
  });
  // What runs would seem to stand still; reading it again says on its screen what is wrong.
  useEffect(() => {
    if (error && isMoving) void readMoved(client, isOfMoving);
  }, [error, isMoving, client]);
  return null;
}

function isOfMoving({ queryKey: [first, second] }: Query): boolean {
  return first === "jobs" || first === "bulk" || (first === "series" && second === "episodes");
}
