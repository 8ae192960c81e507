import { mayKnowCount, type PeopleCount, type Role, SMALL_GROUP } from "@cliffhanger/contract";

/** How numbers of people are shown to a role. */
export type ShowPeople = (count: number) => PeopleCount;

/** Returns how numbers of people are shown: who sees no persons reads none of small groups. */
export function peopleFor(role: Role): ShowPeople {
  return (count) => (mayKnowCount(role, count) ? count : "few");
}

/**
 * Returns how numbers are shown that add up to one which is shown too. Where a small group would be the difference, the next larger
 * groups are hidden with it, until the difference no longer tells how many it is.
 */
export function peopleBeside(counts: readonly number[], show: ShowPeople): PeopleCount[] {
  const shown = counts.map(show);
  const few = counts.filter((_, at) => shown[at] === "few");
  let [sum, covers] = [few.reduce((all, count) => all + count, 0), 0];
  const isTold = () =>
    covers === 0
      ? few.length === 1 || sum === few.length || sum === few.length * (SMALL_GROUP - 1)
      : sum === few.length + covers * SMALL_GROUP;
  if (few.length === 0) return shown;
  const larger = [...counts.entries()]
    .filter(([, count]) => count >= SMALL_GROUP)
    .toSorted(([, a], [, b]) => a - b);
  for (const [at, count] of larger) {
    if (!isTold()) break;
    shown[at] = "hidden";
    sum += count;
    covers += 1;
  }
  return shown;
}
