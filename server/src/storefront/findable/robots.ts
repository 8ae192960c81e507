/** What is one person's own, a way in, or without end: no search engine needs to ask for it. */
const closed = [
  "/api/",
  "/media/v/",
  "/order/",
  "/my",
  "/individual",
  "/login",
  "/register",
  "/retrievePassword",
  "/favorites",
  "/historys",
  "/unlocked",
  "/searchDetail/",
];

/** The text of `/robots.txt`: everything public may be looked at, and where the list of it is. */
export function robotsOf(origin: string): string {
  const lines = ["User-agent: *", "Allow: /", ...closed.map((path) => `Disallow: ${path}`)];
  return `${lines.join("\n")}\n\nSitemap: ${origin}/sitemap.xml\n`;
}
