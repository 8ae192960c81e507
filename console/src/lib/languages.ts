import { languages } from "@cliffhanger/contract/languages";
import { t } from "./messages.ts";

export { languages };

/** Returns the languages of texts, to choose from. */
export const languageOptions = () => languages.map((code) => ({ value: code, label: t(`language.${code}`) }));
