import { expect, type Page } from "@playwright/test";

interface AxNode {
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: string } }[];
}

/** Fails if two links of a page have the same accessible name and different targets. */
export async function expectDistinctLinks(page: Page, where: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let targets = new Map<string, Set<string>>();
  // While a sheet loads, everything behind it is inert.
  await expect
    .poll(
      async () => {
        const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
        targets = targetsOf(nodes);
        return targets.size;
      },
      { message: `links of ${where}` },
    )
    .toBeGreaterThan(0);
  await session.detach();
  const shared = [...targets].filter(([, urls]) => urls.size > 1).map(([name, urls]) => [name, ...urls]);
  expect(shared, `links of ${where} with one name and different targets`).toEqual([]);
}

/** Returns the link targets of each accessible name. */
function targetsOf(nodes: AxNode[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  for (const { role, name, properties } of nodes) {
    const url = properties?.find((one) => one.name === "url")?.value.value;
    if (role?.value !== "link" || !url) continue;
    const key = name?.value.trim() ?? "";
    targets.set(key, (targets.get(key) ?? new Set()).add(url));
  }
  return targets;
}
