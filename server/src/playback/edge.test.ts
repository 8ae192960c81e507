import { expect, test } from "vitest";
import { testApp } from "#test/app";
import { makeSeries } from "#test/factories";

const keys = "k1:the first secret of thirty-two and more";
const secret = "a secret of the edge with more than 32".replaceAll(" ", "-");
const site = "https://watch.example.com";
const host = { host: "watch.example.com" };
const files = ["v720-init.mp4", "v720-00000.m4s", "captions-en-0123456789ab.vtt", "storyboard.jpg"];
const playlists = ["index.m3u8", "v720.m3u8"];

/** Starts an app and returns how it answers a file of an episode, asked with the headers. */
async function appWith(env: Record<string, string>) {
  const app = await testApp({ GRANT_KEYS: keys, ...env });
  const series = await makeSeries(app);
  const watch = async () => {
    const answer = await app.http.inject({
      url: `/api/video/episode?id=${series.episodes[0]?.id}`,
      headers: env["PUBLIC_ORIGIN"] ? host : {},
    });
    return String(answer.json().info.playback.hls);
  };
  const ask = (url: string, headers: Record<string, string | string[]> = {}) =>
    app.http.inject({ url, headers: { ...(env["PUBLIC_ORIGIN"] ? host : {}), ...headers } });
  return { app, series, watch, ask };
}

const ageOf = (header: unknown) =>
  Number(/^private, max-age=(\d+)(?:, immutable)?$/.exec(String(header))?.[1] ?? Number.NaN);

test("O25: without MEDIA_EDGE nothing under a grant is declared public, and no answer outlives the grant", async () => {
  const { app, watch, ask } = await appWith({ ORIGIN_SECRET: secret, GRANT_SECONDS: "90" });
  const prefix = (await watch()).replace("index.m3u8", "");
  app.clock.advance(50);
  for (const file of [...files, ...playlists]) {
    const { statusCode, headers } = await ask(prefix + file, { "x-origin-secret": secret });
    expect([file, statusCode, headers["cdn-cache-control"]]).toEqual([file, 200, undefined]);
    expect(ageOf(headers["cache-control"]), file).toBe(40);
  }
  app.clock.advance(40);
  for (const file of [...files, ...playlists])
    expect((await ask(prefix + file, { "x-origin-secret": secret })).statusCode, file).toBe(403);
  await app.close();
});

test("O25: an edge that proves itself may keep segments, not playlists, errors and previews; anybody else is refused", async () => {
  const { app, watch, ask } = await appWith({ MEDIA_EDGE: "checked", ORIGIN_SECRET: secret });
  const prefix = (await watch()).replace("index.m3u8", "");
  const proof = { "x-origin-secret": secret };
  for (const file of files) {
    const { statusCode, headers } = await ask(prefix + file, proof);
    expect([file, statusCode]).toEqual([file, 200]);
    expect(headers["cdn-cache-control"], file).toBe("public, max-age=31536000, immutable");
    expect(ageOf(headers["cache-control"]), file).toBe(600);
  }
  for (const [file, code] of [
    ...playlists.map((name) => [name, 200] as const),
    ["v720-00009.m4s", 404] as const,
  ]) {
    const { statusCode, headers } = await ask(prefix + file, proof);
    expect([file, statusCode, headers["cdn-cache-control"]]).toEqual([file, code, undefined]);
  }
  const strangers: (string | string[] | undefined)[] = [undefined, "", secret.slice(1), `${secret}x`];
  for (const given of [...strangers, "é".repeat(38), [secret, secret]])
    for (const file of [...files, ...playlists]) {
      const { statusCode, headers } = await ask(
        prefix + file,
        given === undefined ? {} : { "x-origin-secret": given },
      );
      expect([String(given), file, statusCode]).toEqual([String(given), file, 403]);
      expect(headers["cdn-cache-control"]).toBeUndefined();
      expect(headers["cache-control"]).toBe("private, no-store");
    }
  await app.close();
});

test("O25: with MEDIA_ORIGIN media addresses lead there, pages may load from it, and only they may read its answers", async () => {
  const { app, watch, ask } = await appWith({
    PUBLIC_ORIGIN: site,
    MEDIA_ORIGIN: "https://media.example.com",
    MEDIA_EDGE: "checked",
    ORIGIN_SECRET: secret,
  });
  const address = await watch();
  expect(address).toMatch(/^https:\/\/media\.example\.com\/media\/v\/k1\./);
  const { pathname } = new URL(address);
  const open = {
    "access-control-allow-origin": site,
    "cross-origin-resource-policy": "cross-origin",
    "timing-allow-origin": site,
  };
  for (const [path, headers, code] of [
    [pathname, { "x-origin-secret": secret }, 200],
    // The player must be able to read that it needs another grant.
    [pathname, {}, 403],
    ["/media/images/0123456789abcdef0123-360.webp", {}, 404],
  ] as const) {
    const answer = await ask(path, { ...headers, origin: site });
    expect([path, answer.statusCode]).toEqual([path, code]);
    expect(answer.headers).toMatchObject(open);
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  }
  await app.close();
});
