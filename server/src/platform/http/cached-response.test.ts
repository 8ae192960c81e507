import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import {
  type CachedResponse,
  cachedResponseOf,
  chooseEncoding,
  encodeBody,
  openResponseCache,
  type ResponseCache,
  whenMade,
} from "./cached-response.ts";

const textOf = async (documents: ResponseCache, key: string, text: string) =>
  (await documents.get(key, async () => cachedResponseOf(text, "text/plain"))).body.toString();

test("a response invalidated by its key is built again, and no other one", async () => {
  const documents = openResponseCache({ count: 10, bytes: 1000 });
  for (const key of ["series a", "series b", "home"]) await textOf(documents, key, "old");
  documents.forget((key) => key === "series a");
  expect(await textOf(documents, "series a", "new")).toBe("new");
  expect(await textOf(documents, "series b", "new")).toBe("old");
  expect(await textOf(documents, "home", "new")).toBe("old");
});

test("a response invalidated during its build is returned to its callers and not cached", async () => {
  const documents = openResponseCache({ count: 10, bytes: 1000 });
  const made = Promise.withResolvers<void>();
  const waiting = documents.get("series a", async () => {
    await made.promise;
    return cachedResponseOf("old", "text/plain");
  });
  documents.forget((key) => key.startsWith("series "));
  expect(await textOf(documents, "series a", "new")).toBe("new");
  made.resolve();
  expect((await waiting).body.toString()).toBe("old");
  expect(await textOf(documents, "series a", "newer")).toBe("new");
});

test("O33: an outdated response is sent while the database is away, and not after two minutes", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const documents = openResponseCache({ count: 10, bytes: 1000 });
  const away = async (): Promise<CachedResponse> => {
    throw Object.assign(new Error("the database system is shutting down"), { code: "57P01" });
  };
  await textOf(documents, "a", "old");
  documents.clear();
  expect((await documents.get("a", away)).body.toString()).toBe("old");
  vi.advanceTimersByTime(1_100);
  await expect(documents.get("a", async () => Promise.reject(new Error("a fault")))).rejects.toThrow(
    "a fault",
  );
  await expect(documents.get("b", away)).rejects.toThrow("shutting down");
  expect(await textOf(documents, "a", "new")).toBe("new");
  documents.clear();
  vi.advanceTimersByTime(120_000);
  await expect(documents.get("a", away)).rejects.toThrow("shutting down");
  vi.useRealTimers();
});

test("an invalidated response takes no space: the others stay", async () => {
  const documents = openResponseCache({ count: 10, bytes: 30 });
  await textOf(documents, "a", "12345");
  for (let time = 0; time < 5; time++) {
    await textOf(documents, "b", "12345");
    documents.forget((key) => key === "b");
  }
  expect(await textOf(documents, "a", "anew")).toBe("12345");
});

test("a response larger than the whole cache is returned and evicts nothing", async () => {
  const documents = openResponseCache({ count: 10, bytes: 30 });
  await textOf(documents, "a", "12345");
  expect(await textOf(documents, "large", "x".repeat(16))).toBe("x".repeat(16));
  expect(await textOf(documents, "a", "anew")).toBe("12345");
  expect(await textOf(documents, "empty", "")).toBe("");
});

test("the least recently used are evicted first, by count and by bytes", async () => {
  for (const limits of [
    { count: 2, bytes: 1000 },
    { count: 10, bytes: 20 },
  ]) {
    const documents = openResponseCache(limits);
    for (const key of ["a", "b", "a", "c"]) await textOf(documents, key, "12345");
    expect(await textOf(documents, "a", "anew")).toBe("12345");
    expect(await textOf(documents, "b", "anew")).toBe("anew");
  }
});

test("bodies of every length decode to the original, in every encoding and quality", async () => {
  for (const length of [0, 1, 800, 1023, 1024, 1025, 16_384, 16_385, 200_000]) {
    const body = Buffer.concat([randomBytes(length >> 1), Buffer.alloc(length - (length >> 1), "a")]);
    for (const quality of [4, 7]) {
      expect(brotliDecompressSync(await encodeBody(body, "br", quality)).equals(body)).toBe(true);
      expect(gunzipSync(await encodeBody(body, "gzip", quality)).equals(body)).toBe(true);
    }
  }
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0", null],
  ["br; Q=0.000 , gzip;q=0", null],
  ["gzip;q=1.0, br;q=0.2", "gzip"],
  ["br;q=0.5, gzip;q=0.5", "br"],
  ["BR", "br"],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["identity;q=1, br;q=0.5", null],
  ["identity;q=0.5, br", "br"],
  ["vibrant, xgzip", null],
  ["x-gzip", "gzip"],
  ["br;q=x", null],
  ["", null],
  [undefined, null],
])("RFC 9110, 12.5.3: Accept-Encoding %j is answered with %j", (accept, encoding) => {
  expect(chooseEncoding(accept, 5000)).toBe(encoding);
});

test("a body that is not worth compressing is sent as it is", () => {
  expect(chooseEncoding("br, gzip", 799)).toBeNull();
});

test("only the start of a header with many thousand encodings is parsed", () => {
  expect(chooseEncoding(`${"a,".repeat(50_000)}br`, 5000)).toBeNull();
});

test("what is stored is answered without a promise, also by way of what is made of it", async () => {
  const documents = openResponseCache({ count: 10, bytes: 1000 });
  const ask = () =>
    whenMade(
      documents.get("home", async () => cachedResponseOf("text", "text/plain")),
      ({ type }) => type,
    );
  const first = ask();
  expect(first).toBeInstanceOf(Promise);
  await first;
  expect(ask()).toBe("text/plain");
});
