import type { BrowserContext } from "@playwright/test";

/** Removes all cookies between page and server, in both directions. Local storage works. */
export async function stripCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(navigator, "cookieEnabled", { get: () => false }));
  await context.route("**/api/**", async (route) => {
    const request = route.request();
    const { cookie: _, ...headers } = request.headers();
    const answer = await fetch(request.url(), {
      method: request.method(),
      headers,
      body: request.postData(),
    });
    const given = Object.fromEntries(answer.headers);
    delete given["set-cookie"];
    delete given["content-encoding"];
    await route.fulfill({
      status: answer.status,
      headers: given,
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}
