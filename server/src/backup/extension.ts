/** Ending of the name of every finished backup. */
export const EXTENSION = ".cliffhanger";
