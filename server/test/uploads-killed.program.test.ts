import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { newId } from "#platform/ids";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { type Node, startNode } from "#test/serving";
import { silentLog } from "#test/silent-log";
import { startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";
import { migrations } from "../migrations/index.ts";

/** Kills of the server; `durability/uploads.ts` in `npm run test:long` sets twenty, because each start costs seconds of CPU. */
const KILLS = Number(process.env["UPLOAD_KILLS"] ?? 2);
const PIECE_BYTES = 64 * 1024;
/** Whole pieces between two kills. */
const PIECES_BETWEEN = 6;

vi.setConfig({ testTimeout: timeLimit(60 + KILLS * 10) });

/** An answer of the tus protocol; status 0 when the connection broke. */
interface TusAnswer {
  status: number;
  offset: number;
}

/** A request of the tus protocol to a node; `body` writes its own piece and ends it. */
function tus(
  { port }: Node,
  { cookie }: MadeOperator,
  id: string,
  piece?: { offset: number; length: number; write: (send: (bytes: Buffer) => void) => void },
): Promise<TusAnswer> {
  return new Promise((resolve) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        agent: false,
        method: piece ? "PATCH" : "HEAD",
        path: `/api/console/tus/${id}`,
        headers: {
          host: `localhost:${port}`,
          origin: `http://localhost:${port}`,
          cookie: `console=${cookie}`,
          "tus-resumable": "1.0.0",
          ...(piece && {
            "upload-offset": String(piece.offset),
            "content-type": "application/offset+octet-stream",
            "content-length": String(piece.length),
          }),
        },
      },
      (answer) => {
        answer
          .resume()
          .on("end", () =>
            resolve({ status: answer.statusCode ?? 0, offset: Number(answer.headers["upload-offset"]) }),
          );
        answer.on("error", () => resolve({ status: 0, offset: Number.NaN }));
      },
    ).on("error", () => resolve({ status: 0, offset: Number.NaN }));
    let sent = 0;
    if (!piece) asked.end();
    else
      piece.write((bytes) => {
        sent += bytes.length;
        if (sent < piece.length) asked.write(bytes);
        else asked.end(bytes);
      });
  });
}

/** Begins the upload of a film of so many bytes. */
async function begin(app: TestApp, editor: MadeOperator, length: number) {
  const bytes = randomBytes(length);
  const { info } = await editor.call("POST", "/upload", {
    requestKey: newId(app.clock.now()).toUpperCase(),
    title: "Harbour",
    files: [{ name: "1.mp4", size: bytes.length, lastModified: 7 }],
  });
  const id: string = info.files[0].id;
  return { id, bytes, stored: () => readFile(join(app.dataDir, "uploads", id)) };
}

/** The nodes know the real time, so the operator signs in at that time. */
async function makeEditor(app: TestApp): Promise<MadeOperator> {
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000);
  return makeOperator(app, "editor");
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("C20: a server that is killed in the middle of pieces loses none that it acknowledged, and the file arrives byte for byte", async () => {
  const app = await testApp();
  const editor = await makeEditor(app);
  const place = { databaseUrl: app.database.url, dataDir: app.dataDir };
  const { id, bytes, stored } = await begin(app, editor, (KILLS + 1) * PIECES_BETWEEN * PIECE_BYTES + 1000);
  let node = await startNode(place);
  try {
    let acknowledged = 0;
    let kills = 0;
    for (let no = 1; acknowledged < bytes.length; no++) {
      const piece = bytes.subarray(acknowledged, acknowledged + PIECE_BYTES);
      const isLast = kills < KILLS && no % PIECES_BETWEEN === 0;
      const cut = isLast ? Math.floor(piece.length * ((kills % 7) / 6)) : piece.length;
      const answer = tus(node, editor, id, {
        offset: acknowledged,
        length: piece.length,
        write(send) {
          if (cut > 0) send(piece.subarray(0, cut));
        },
      });
      if (isLast) {
        await pause((kills % 5) * 15);
        node.child.kill("SIGKILL");
        kills += 1;
      }
      const { status, offset } = await answer;
      if (status === 204) acknowledged = offset;
      else if (!isLast) throw new Error(`A piece was answered with ${status}`);
      if (!isLast) continue;
      await node.ended;
      node = await startNode(place);
      const found = await tus(node, editor, id);
      expect(found.status).toBe(200);
      expect(found.offset).toBeGreaterThanOrEqual(acknowledged);
      expect((await stored()).equals(bytes.subarray(0, found.offset))).toBe(true);
      acknowledged = found.offset;
    }
    expect(kills).toBe(KILLS);
    expect(hashOf(await stored())).toBe(hashOf(bytes));
    const { rows } = await app.database.pool.query("select state from upload where id = $1", [id]);
    expect(rows).toEqual([{ state: "checking" }]);
  } finally {
    await node.close();
    await app.close();
  }
});

const engine = startEngine("pgbouncer", { POOL_MODE: "transaction" });
const missing = "missing" in engine ? engine.missing : null;

describe.skipIf(missing !== null)(
  `two nodes behind a pooler by transaction${missing ? ` (${missing})` : ""}`,
  () => {
    const { settings = {}, down } = "missing" in engine ? { down: () => undefined } : engine;
    const url = settings["DATABASE_URL"] ?? "";
    const direct = { DIRECT_DATABASE_URL: settings["DIRECT_DATABASE_URL"] ?? "" };
    let app: TestApp;
    let editor: MadeOperator;
    const nodes: Node[] = [];
    const start = async () => {
      const node = await startNode({ databaseUrl: url, dataDir: app.dataDir }, direct);
      nodes.push(node);
      return node;
    };
    beforeAll(async () => {
      const database = await openDatabase({
        databaseUrl: url,
        directDatabaseUrl: direct.DIRECT_DATABASE_URL,
        dataDir: "",
        mode: "own",
        holder: "npm test",
        log: silentLog,
        poolSize: 3,
      });
      await migrate(database, migrations, silentLog);
      await (await openJobs(database, silentLog)).stop();
      app = await testApp({}, {}, database);
      editor = await makeEditor(app);
    }, timeLimit(120));
    afterAll(async () => {
      for (const node of nodes) await node.close();
      await app.close();
      await app.database.close();
      down();
    }, timeLimit(60));

    test("C23: one of two requests has the upload, the lease of a killed node ends when it starts again, or after 35 s", async () => {
      const [first, second] = [await start(), await start()];
      const { id, bytes, stored } = await begin(app, editor, 4 * PIECE_BYTES);
      const half = PIECE_BYTES / 2;
      /** Sends the half of a piece to a node, and returns how to send the rest. */
      const beginPiece = async (node: Node, offset: number) => {
        let finish = (): void => undefined;
        const answer = tus(node, editor, id, {
          offset,
          length: PIECE_BYTES,
          write(send) {
            send(bytes.subarray(offset, offset + half));
            finish = () => send(bytes.subarray(offset + half, offset + PIECE_BYTES));
          },
        });
        await expect.poll(async () => (await stored()).length).toBe(offset + half);
        return { answer, finish };
      };

      const held = await beginPiece(first, 0);
      let isAnswered = false;
      const late = tus(second, editor, id, {
        offset: 0,
        length: PIECE_BYTES,
        write: (send) => send(bytes.subarray(0, PIECE_BYTES)),
      }).finally(() => {
        isAnswered = true;
      });
      await pause(500);
      expect(isAnswered).toBe(false);
      held.finish();
      expect(await held.answer).toEqual({ status: 204, offset: PIECE_BYTES });
      expect((await late).status).toBe(409);

      await beginPiece(first, PIECE_BYTES);
      first.child.kill("SIGKILL");
      await first.ended;
      const again = await start();
      expect(await tus(again, editor, id)).toEqual({ status: 200, offset: PIECE_BYTES + half });

      const rest = PIECE_BYTES + half;
      await beginPiece(again, rest);
      again.child.kill("SIGKILL");
      await again.ended;
      const { pool } = app.database;
      const lease = await pool.query(
        "select lease_until - now() between interval '25 s' and interval '35 s' as ends from upload where id = $1",
        [id],
      );
      expect(lease.rows).toEqual([{ ends: true }]);
      // The other node was there all the time: it has to wait for the end of the lease, which comes now.
      let waited = true;
      const waiting = tus(second, editor, id).finally(() => {
        waited = false;
      });
      await pause(500);
      expect(waited).toBe(true);
      await pool.query("update upload set lease_until = now() where id = $1", [id]);
      const { status, offset } = await waiting;
      expect([status, offset]).toEqual([200, rest + half]);
      await tus(second, editor, id, {
        offset,
        length: bytes.length - offset,
        write: (send) => send(bytes.subarray(offset)),
      });
      expect(hashOf(await stored())).toBe(hashOf(bytes));
    });
  },
);
