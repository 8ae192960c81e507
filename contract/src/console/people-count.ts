import * as z from "zod";

/** A number of people. Editors read `few` instead of one to four. */
export const PeopleCount = z.union([z.int(), z.literal("few")]);
export type PeopleCount = z.infer<typeof PeopleCount>;
