/** Concurrent test processes: for the browser tests, and for the checks followed by the unit tests. */
export interface Slots {
  journeys: number;
  unit: number;
}

/**
 * Divides one slot more than there are cores. Browser tests get two thirds and start first, because they are most of the work
 * and wait the most.
 */
export function divideSlots(cores: number): Slots {
  const slots = cores + 1;
  const journeys = Math.max(1, Math.round((slots * 2) / 3));
  return { journeys, unit: Math.max(1, slots - journeys) };
}
