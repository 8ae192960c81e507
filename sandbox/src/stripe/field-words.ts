import de from "./field-words/de.json" with { type: "json" };
import en from "./field-words/en.json" with { type: "json" };
import es from "./field-words/es.json" with { type: "json" };
import fr from "./field-words/fr.json" with { type: "json" };
import pt from "./field-words/pt.json" with { type: "json" };

/** The texts of the card fields, by language; each must have those of English. */
export const fieldWords: Readonly<Record<string, typeof en>> = { en, es, fr, de, pt };
