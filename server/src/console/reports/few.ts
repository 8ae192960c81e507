import { mayKnowCount, type PeopleCount, type Role } from "@cliffhanger/contract";

/** How numbers of people are shown to a role. */
export type ShowPeople = (count: number) => PeopleCount;

/** Returns how numbers of people are shown: who sees no persons reads none of small groups. */
export function peopleFor(role: Role): ShowPeople {
  return (count) => (mayKnowCount(role, count) ? count : "few");
}
