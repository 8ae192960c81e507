/** The console, per-user pages, sign-in pages and unlimited lists, which search engines need not crawl. */
const closed = [
  "/api/",
  "/console",
  "/media/v/",
  "/order/",
  "/my",
  "/individual",
  "/login",
  "/register",
  "/retrievePassword",
  "/claim",
  "/favorites",
  "/historys",
  "/unlocked",
  "/searchDetail/",
];

/** Returns the text of `/robots.txt`: public pages are allowed, and the sitemap is named. */
export function robotsOf(origin: string): string {
  const lines = ["User-agent: *", "Allow: /", ...closed.map((path) => `Disallow: ${path}`)];
  return `${lines.join("\n")}\n\nSitemap: ${origin}/sitemap.xml\n`;
}
