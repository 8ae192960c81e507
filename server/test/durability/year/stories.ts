import { changes } from "./changes.ts";
import { coming } from "./coming.ts";
import type { Story } from "./course.ts";
import { guests } from "./guests.ts";
import { methods } from "./methods.ts";
import { moneyBack } from "./money-back.ts";
import { paying } from "./paying.ts";

/** All that may become of somebody; a year has each of them at least once. */
export const stories: readonly Story[] = [
  ...paying,
  ...coming,
  ...methods,
  ...guests,
  ...changes,
  ...moneyBack,
];
