import { previewSeriesPrices, readSeriesPrices, setSeriesPrices } from "#billing";
import {
  acceptFinding,
  changeSeries,
  chooseSeries,
  countSeries,
  countSeriesBeside,
  discardDraft,
  publishSeries,
  readEdited,
  restoreVersion,
} from "#catalogue";
import { loadUploads } from "#media";
import type { Acting } from "#platform/db/audit";
import { explainReason, handleConsoleBytes, handleConsoleCall } from "#platform/http/console-call";
import { DomainError } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import { once } from "#platform/once";
import { namingOther } from "../naming/name-of.ts";
import { refuseArriving } from "./arriving.ts";
import {
  describeEpisodes,
  describeFindings,
  describeSeries,
  describeVersions,
  requireReady,
} from "./compose.ts";
import { registerEpisodes } from "./episode-routes.ts";
import { listSeriesWhole } from "./list.ts";
import type { SeriesRoutes } from "./series-routes.ts";
import { previewWithdrawal, withdraw } from "./withdraw.ts";

/** Pieces are 4 MiB, so that each ends within a request's time; a broken one is lost at most. */
const PIECE_BYTES = 4 * 1024 * 1024 + 1024;

/** Registers the calls of series, and of uploads into them. */
export function registerSeries(http: Http, options: SeriesRoutes): void {
  registerReads(http, options);
  registerEdits(http, options);
  registerEpisodes(http, options);
  registerPrices(http, options);
  registerUploads(http, options);
}

function registerReads(http: Http, { db, clock, uploads: files, nameOf }: SeriesRoutes): void {
  handleConsoleCall(http, "GET /api/console/series", async ({ query, operator, language }) => {
    const viewer = { role: operator.role, now: clock.now(), language };
    const [page, counts, beside] = await Promise.all([
      listSeriesWhole(db, query, viewer),
      countSeries(db),
      countSeriesBeside(db),
    ]);
    return { data: { ...page, counts: { ...counts, ...beside } } };
  });
  handleConsoleCall(http, "GET /api/console/series/one", async ({ query }) => ({
    info: await describeSeries(db, nameOf, query.id),
  }));
  handleConsoleCall(http, "GET /api/console/series/versions", async ({ query }) => ({
    info: { list: await describeVersions(db, nameOf, query.id) },
  }));
  handleConsoleCall(http, "GET /api/console/series/episodes", async ({ query: { id }, language }) => {
    const edited = await readEdited(db, id);
    const { listUploads } = await loadUploads();
    const [episodes, uploads, findings] = await Promise.all([
      describeEpisodes(db, edited, language),
      listUploads(db, files, { seriesId: id, language }),
      describeFindings(db, nameOf, edited),
    ]);
    return { info: { episodes, uploads, findings } };
  });
}

function registerEdits(http: Http, { db, clock, nameOf }: SeriesRoutes): void {
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  const after = async (id: string) => ({ info: await describeSeries(db, nameOf, id) });
  handleConsoleCall(http, "POST /api/console/series/change", async ({ operator, body }) => {
    await namingOther(nameOf, () => changeSeries(actingAs(operator), body));
    return after(body.id);
  });
  handleConsoleCall(http, "POST /api/console/series/restore", async ({ operator, body }) => {
    await namingOther(nameOf, () => restoreVersion(actingAs(operator), body, refuseArriving(body.id)));
    return after(body.id);
  });
  handleConsoleCall(http, "POST /api/console/series/discard", async ({ operator, body }) => {
    await namingOther(nameOf, () => discardDraft(actingAs(operator), body));
    return after(body.id);
  });
  handleConsoleCall(http, "POST /api/console/series/publish", async ({ operator, body }) => {
    await namingOther(nameOf, () =>
      publishSeries(actingAs(operator), body, (trx, content) => requireReady(trx, body.id, content)),
    );
    return after(body.id);
  });
  handleConsoleCall(http, "POST /api/console/series/withdraw", async ({ operator, body, language }) => {
    if (body.dryRun) return { info: { series: null, effect: await previewWithdrawal(db, body, language) } };
    await namingOther(nameOf, () => withdraw(actingAs(operator), body)).catch(explainReason("reason"));
    return { info: { series: await describeSeries(db, nameOf, body.id), effect: null } };
  });
  handleConsoleCall(http, "POST /api/console/series/accept", async ({ operator, body }) => {
    await acceptFinding(actingAs(operator), body).catch(explainReason("word"));
    return { info: {} };
  });
}

function registerPrices(http: Http, { db, clock, gateways }: SeriesRoutes): void {
  handleConsoleCall(http, "GET /api/console/series/price", async ({ query }) => ({
    info: await readSeriesPrices(db, query.id, clock.now()),
  }));
  handleConsoleCall(http, "POST /api/console/series/price", async ({ operator, body, language }) => {
    const request = { ...body, ids: await chooseSeries(db, body.which) };
    if (body.dryRun) {
      const effect = await previewSeriesPrices({ db, at: clock.now(), gateways }, request, language);
      return { info: { changed: 0, effect } };
    }
    const acting = { db, clock, by: operator.actor };
    return { info: { changed: await setSeriesPrices(acting, request, gateways), effect: null } };
  });
}

function registerUploads(http: Http, { db, clock, uploads, jobs }: SeriesRoutes): void {
  const contextOf = ({ actor }: OperatorCaller) => ({ db, clock, by: actor, uploads });
  handleConsoleCall(http, "POST /api/console/upload", async ({ operator, body }) => {
    const { beginUpload, previewUpload } = await loadUploads();
    const plan = body.dryRun ? previewUpload(db, body) : beginUpload(contextOf(operator), body);
    return { info: await plan };
  });
  handleConsoleCall(http, "POST /api/console/upload/cancel", async ({ operator, body, language }) => {
    const { cancelUploads, listUploads } = await loadUploads();
    await cancelUploads(contextOf(operator), body.seriesId);
    const { seriesId } = body;
    return { info: { uploads: await listUploads(db, uploads, { seriesId, language }) } };
  });
  const receiver = once(async () => (await loadUploads()).openReceiver(db, uploads));
  const bytes = { url: "/api/console/tus/:id", permission: "upload", maxBytes: PIECE_BYTES } as const;
  handleConsoleBytes(http, bytes, async ({ request, id, operator }) => {
    const { answerArrived, findUpload, finishReceived } = await loadUploads();
    const upload = await findUpload(db, id);
    const own = upload?.operatorId === operator.id ? upload : undefined;
    const hasArrived = own !== undefined && own.state !== "receiving" && own.state !== "cancelled";
    if (hasArrived && request.method === "HEAD") return answerArrived(own);
    if (own?.state !== "receiving") throw new DomainError(410, "upload_gone");
    const answer = await (await receiver()).answer(request);
    if (answer.ok) await finishReceived({ db, uploads, jobs }, id);
    return answer;
  });
}
