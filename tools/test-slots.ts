/** Processes of tests that run at a time: the browser journeys, and the checks followed by the unit tests. */
export interface Slots {
  journeys: number;
  unit: number;
}

/**
 * Divides one slot more than there are cores. Journeys get two thirds: they are most of the work and wait the most, so
 * they also begin first.
 */
export function divideSlots(cores: number): Slots {
  const slots = cores + 1;
  const journeys = Math.max(1, Math.round((slots * 2) / 3));
  return { journeys, unit: Math.max(1, slots - journeys) };
}
