import { createContext } from "react";

/** Whether everything is rendered at once, for a page without scripts. */
export const WholePage = createContext(false);
