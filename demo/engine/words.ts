import type { Line, Words } from "./story.ts";

/** One text in the order en, es, fr, de, pt. */
export const words = (en: string, es: string, fr: string, de: string, pt: string): Words => ({
  en,
  es,
  fr,
  de,
  pt,
});

/** A line from second `from` to second `to` of its episode, in the order en, es, fr, de, pt. */
export const line = (
  from: number,
  to: number,
  ...says: readonly [string, string, string, string, string]
): Line => ({
  from,
  to,
  says: words(...says),
});

/** The categories of the catalogue, each in its one wording. */
export const CATEGORY = {
  romance: words("Romance", "Romance", "Romance", "Romantik", "Romance"),
  mystery: words("Mystery", "Misterio", "Mystère", "Mystery", "Mistério"),
  fantasy: words("Fantasy", "Fantasía", "Fantasy", "Fantasy", "Fantasia"),
  thriller: words("Thriller", "Thriller", "Thriller", "Thriller", "Suspense"),
  comedy: words("Comedy", "Comedia", "Comédie", "Komödie", "Comédia"),
} satisfies Record<string, Words>;
