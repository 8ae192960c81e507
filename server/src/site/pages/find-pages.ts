import { type Language, languages, type PageName, pageNames } from "@cliffhanger/contract";
import { normalise, wordsIn } from "@cliffhanger/contract/normalise";
import type { InformationPages } from "./information.ts";

/** Finds information pages whose titles have words that begin as the given ones. */
export async function findPages(
  information: InformationPages,
  text: string,
): Promise<{ name: PageName; language: Language; title: string }[]> {
  const wanted = wordsIn(normalise(text));
  if (wanted.length === 0) return [];
  const keys = pageNames.flatMap((name) => languages.map((language) => ({ name, language })));
  const pages = await Promise.all(
    keys.map(async ({ name, language }) => {
      const { file, own, usual } = await information.textsOf(name, language);
      return { name, language, title: (file ?? own ?? usual).title };
    }),
  );
  return pages.filter(({ title }) => {
    const words = wordsIn(normalise(title));
    return wanted.every((one) => words.some((word) => word.startsWith(one)));
  });
}
