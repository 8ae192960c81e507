import type { Findings } from "./project-rules.ts";

/** One requirement of OWASP ASVS 5.0 with its answer in `docs/asvs.csv`. */
interface Row {
  id: string;
  level: string;
  requirement: string;
  status: string;
  how: string;
  evidence: string;
}

/** The number of requirements at levels 1 and 2 in each section of ASVS 5.0.0: `section:count`, in ascending order. */
const sections = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4
  17.3:2`;
const statuses = ["Met", "Partly", "Not met", "Not applicable"];
const columns = ["id", "level", "requirement", "status", "how it is met, or why not", "evidence"];

/**
 * Checks `docs/asvs.csv`: every requirement of levels 1 and 2 has one row, and every answer has a reason. A requirement that is
 * met or partly met names evidence that exists: `path: text`, several separated by ` | `. The text may be a test's title.
 */
export function checkAsvs(csv: string, textOf: (path: string) => string | undefined): Findings {
  const [head = [], ...lines] = parseCsv(csv);
  const faults: string[] = [];
  if (head.join() !== columns.join())
    faults.push(`docs/asvs.csv: the columns are not ${columns.join(", ")}.`);
  const rows = lines.map(
    ([id = "", level = "", requirement = "", status = "", how = "", evidence = ""]): Row => ({
      id,
      level,
      requirement,
      status,
      how,
      evidence,
    }),
  );
  const seen = new Set<string>();
  for (const row of rows) {
    if (seen.has(row.id)) faults.push(`docs/asvs.csv: ${row.id} has two rows.`);
    seen.add(row.id);
    faults.push(...faultsOf(row, textOf).map((fault) => `docs/asvs.csv: ${row.id} ${fault}`));
  }
  for (const id of wantedIds()) if (!seen.has(id)) faults.push(`docs/asvs.csv: ${id} has no row.`);
  return { faults, remarks: [] };
}

/** Returns the ids of levels 1 and 2. Within a section, lower levels come first. */
export function wantedIds(): string[] {
  return sections.split(/\s+/).flatMap((entry) => {
    const [section, count] = entry.split(":");
    return Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`);
  });
}

function faultsOf(row: Row, textOf: (path: string) => string | undefined): string[] {
  const faults: string[] = [];
  if (!/^[123]$/.test(row.level)) faults.push(`has the level "${row.level}"; give 1, 2 or 3.`);
  if (row.requirement === "") faults.push("does not say what is required.");
  if (!statuses.includes(row.status)) faults.push(`is "${row.status}"; give ${statuses.join(", ")}.`);
  if (row.how === "") faults.push("does not say how it is met, or why not.");
  const needsEvidence = row.status === "Met" || row.status === "Partly";
  const places = row.evidence === "" ? [] : row.evidence.split(" | ");
  if (needsEvidence && places.length === 0) faults.push(`is called ${row.status} and names no place.`);
  for (const place of places) {
    const at = place.indexOf(": ");
    const [path, text] = [place.slice(0, at), place.slice(at + 2)];
    const found = at > 0 ? textOf(path) : undefined;
    if (found === undefined) faults.push(`names a file that there is not: ${place}`);
    else if (text.trim() === "" || !found.includes(text))
      faults.push(`names what ${path} does not say: ${text}`);
  }
  return faults;
}

/** Returns the fields of each line of a CSV file (RFC 4180). */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let fields: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    if (fields.length > 1) lines.push(fields);
    fields = [];
  }
  return lines;
}
