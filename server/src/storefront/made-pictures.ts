import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#platform/clock";
import { DomainError } from "#platform/http/errors";
import type { MediaStore } from "#platform/storage";

/**
 * Maximum number of requests waiting for a picture. Pictures are made one at a time and take a tenth of a second
 * each.
 */
const MAX_WAITING = 40;
const DAY_MS = 86_400_000;
/** Pictures are deleted after this time and made again on the next request. */
const RETENTION_DAYS = 30;

/** Pictures that are made on the first request and then stored on disk. */
export interface MadePictures {
  /**
   * Returns the picture for a recipe. One is made at a time; too many waiting requests are refused with 503.
   * @param recipe everything that determines the picture: another text is another picture
   */
  get(recipe: string, type: "jpg" | "png", make: () => Promise<Buffer>): Promise<MadePicture>;
}

/** A picture and a strong ETag of its bytes. */
export interface MadePicture {
  body: Buffer;
  etag: string;
}

/** Opens the pictures of a store. */
export function openMadePictures({ store, clock }: { store: MediaStore; clock: Clock }): MadePictures {
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  let sweptAt = 0;

  async function write(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const body = await make();
    const folder = await store.workFolder();
    await writeFile(join(folder, "picture"), body);
    await store.publish(join(folder, "picture"), key);
    await rm(folder, { recursive: true });
    await sweep();
    return body;
  }

  async function sweep(): Promise<void> {
    const now = clock.now().getTime();
    if (now - sweptAt < DAY_MS) return;
    sweptAt = now;
    for await (const { key, since } of store.list("made/"))
      if (now - since.getTime() > RETENTION_DAYS * DAY_MS) await store.remove(key);
  }

  function enqueue(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const running = underWay.get(key);
    if (running) return running;
    if (underWay.size >= MAX_WAITING) throw new DomainError(503, "unavailable", { retryAfter: 5 });
    const made = last.then(() => write(key, make)).finally(() => underWay.delete(key));
    underWay.set(key, made);
    // A failure is reported to its own request and does not stop the queue.
    last = made.catch(() => undefined);
    return made;
  }

  return {
    async get(recipe, type, make) {
      const name = createHash("sha256").update(recipe).digest("hex").slice(0, 20);
      const key = `made/${name}.${type}`;
      const body = (await store.read(key)) ?? (await enqueue(key, make));
      return { body, etag: `"${name}"` };
    },
  };
}
