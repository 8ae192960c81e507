import * as z from "zod";

/**
 * A number of people. Editors read `few` instead of one to four, and `hidden` of five or more where the number beside it would tell a
 * small group.
 */
export const PeopleCount = z.union([z.int(), z.literal("few"), z.literal("hidden")]);
export type PeopleCount = z.infer<typeof PeopleCount>;
