import "../../styles/full.css";

/** Says that the style sheet with all classes is loaded: a module without an export would leave no chunk to name. */
export const hasFullStyles = true;
