import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { visitPage } from "./browser.ts";

const chromium = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

test.skipIf(!existsSync(chromium))(
  "case 86: the browser of the smoke run names the directive that blocks a script and a frame (apt-get install chromium)",
  async () => {
    const html = `<!doctype html><script>1</script><iframe src="https://frame.example.com/"></iframe>
      <iframe src="/inside"></iframe>`;
    const policy = "default-src 'self'; script-src 'self'";
    const server = createServer((_request, answer) => {
      answer.writeHead(200, { "content-type": "text/html", "content-security-policy": policy }).end(html);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { hasFrame, violations } = await visitPage(chromium, {
        url: new URL("/", origin),
        cookie: { name: "sid", value: "none" },
        frameOrigin: origin,
        waitMs: timeLimit(20),
        restMs: 500,
      });
      expect(hasFrame).toBe(true);
      const named = violations.map(({ directive, blocked }) => [directive, blocked]);
      expect(named).toContainEqual(["script-src-elem", "inline"]);
      expect(named.find(([directive]) => directive === "frame-src")?.[1]).toContain("frame.example.com");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
  timeLimit(60),
);
