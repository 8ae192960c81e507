import type { PeopleCount, Role } from "@cliffhanger/contract";

/** A smaller group could be somebody whom an editor knows. */
const LEAST = 5;

/** How numbers of people are shown to a role. */
export type ShowPeople = (count: number) => PeopleCount;

/** Returns how numbers of people are shown: editors do not read those of small groups. */
export function peopleFor(role: Role): ShowPeople {
  return role === "editor" ? (count) => (count > 0 && count < LEAST ? "few" : count) : (count) => count;
}
