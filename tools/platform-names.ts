import type { Findings, SourceFile } from "./project-rules.ts";

const platform = /^server\/src\/platform\/(.+)\.ts$/;
const declared =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const listed = /^export (?:type )?\{([^}]*)\}/gm;
const businessWord = /^(?:episode|series|plan|card|fbclid|ttclid)s?$/;

/** The platform knows no business: no file name and no export of it has a word of one. */
export function checkPlatformNames(files: readonly SourceFile[]): Findings {
  const faults = files.flatMap(({ path, text }) => {
    const name = platform.exec(path)?.[1];
    if (name === undefined) return [];
    return [name, ...exportsOf(text)].flatMap((each) => {
      const word = wordsOf(each).find((part) => businessWord.test(part));
      return word === undefined
        ? []
        : [`${path}: the name "${each}" has the business word "${word}"; move it to its domain`];
    });
  });
  return { faults, remarks: [] };
}

function exportsOf(text: string): string[] {
  const lists = [...text.matchAll(listed)].flatMap(([, names = ""]) => names.match(/\w+/g) ?? []);
  return [...[...text.matchAll(declared)].map(([, name = ""]) => name), ...lists];
}

/** Returns the words of a name in camel case, in capitals, or with hyphens and slashes. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}
