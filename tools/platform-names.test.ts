import { expect, test } from "vitest";
import { checkPlatformNames } from "./platform-names.ts";

const faultsOf = (path: string, text = "") => checkPlatformNames([{ path, text }]).faults;

test.each(["card-numbers", "http/series", "http/plans.test", "db/episodeRow"])(
  "H19: a file of the platform named %s is found",
  (name) => {
    expect(faultsOf(`server/src/platform/${name}.ts`)).toHaveLength(1);
    expect(faultsOf(`server/src/billing/${name}.ts`)).toEqual([]);
  },
);

test.each([
  "export function readFbclid() {}",
  "export const MAX_CARDS = 3;",
  "export interface PlanRow {}",
  "export type SeriesId = string;",
  "export async function episodeOf() {}",
  'export {\n  open,\n  ttclid,\n} from "./a.ts";',
])("H19: an export with a business word is found: %s", (line) => {
  expect(faultsOf("server/src/platform/http/caller.ts", `const a = 1;\n${line}\n`)).toHaveLength(1);
});

test("H19: words that only contain one, texts, and names that are not exported are left alone", () => {
  const text = 'export function discardExplanation() {}\nconst card = "a plan of a series";\n';
  expect(faultsOf("server/src/platform/http/caller.ts", text)).toEqual([]);
});
