import type { SearchHit } from "@cliffhanger/contract/console/search";
import { normalise, wordsIn } from "@cliffhanger/contract/normalise";
import { type MessageId, t } from "../../lib/messages.ts";
import { formatPast } from "../../lib/time.ts";
import type { Recent } from "./recent.ts";

/** A screen that the operator may open. */
export interface Place {
  path: string;
  title: string;
}

/** One line of the search: what it is, and where it opens. */
export interface Choice extends Recent {
  /** Its heading among the others. */
  group: MessageId;
  /** Set for a series. */
  hit?: SearchHit;
}

/** Returns the lines of what was found, the screens among them; each kind in one group. */
export function choicesOf(hits: readonly SearchHit[], places: readonly Place[], words: string): Choice[] {
  const wanted = wordsIn(normalise(words));
  const opened = places
    .filter(({ title }) => {
      const own = wordsIn(normalise(title));
      return wanted.length > 0 && wanted.every((one) => own.some((word) => word.startsWith(one)));
    })
    .map((place): Choice => ({ ...place, group: "find.places", detail: "" }));
  return [...hits.map((hit) => ({ ...choiceOf(hit), hit })), ...opened];
}

/** Returns the lines while nothing is typed: what was opened last, and the screens. */
export function startChoices(recent: readonly Recent[], places: readonly Place[]): Choice[] {
  return [
    ...recent.map((one): Choice => ({ ...one, group: "find.recent" })),
    ...places.map((place): Choice => ({ ...place, group: "find.places", detail: "" })),
  ];
}

function choiceOf(hit: SearchHit): Choice {
  switch (hit.kind) {
    case "series":
      return {
        group: "find.series",
        path: `/series/${hit.id}`,
        title: hit.title,
        detail: t(`series.state.${hit.state}`),
      };
    case "episode":
      return {
        group: "find.episodes",
        path: `/series/${hit.seriesId}/episodes`,
        title: hit.title,
        detail: t("jobs.episodeOf", { number: hit.number, series: hit.series }),
      };
    case "tag":
      return {
        group: "find.tags",
        path: `/series?tag=${hit.id}`,
        title: hit.name,
        detail: t(`find.${hit.of}`),
      };
    case "file":
      return fileChoice(hit);
    case "page":
      return {
        group: "find.pages",
        path: `/pages/${hit.name}/${hit.language}`,
        title: hit.title,
        detail: t(`language.${hit.language}`),
      };
    case "operator":
      return { group: "find.operators", path: "/team", title: hit.email, detail: t(`role.${hit.role}`) };
    case "order":
      return {
        group: "find.orders",
        path: `/orders/${hit.number}`,
        title: `${hit.number} · ${hit.total}`,
        detail: [hit.title, t(`find.order.${hit.state}`), formatPast(hit.at)].join(" · "),
      };
    case "person":
      return {
        group: "find.people",
        path: `/people/${hit.id}`,
        title: hit.email,
        detail: t(`people.kind.${hit.of}`),
      };
    case "ticket":
      return {
        group: "find.tickets",
        path: `/tickets/${hit.number}`,
        title: `${hit.number} · ${hit.subject}`,
        detail: t(`find.ticket.${hit.state}`),
      };
    case "job":
      return {
        group: "find.jobs",
        path: "/jobs",
        title: hit.id,
        detail: t(`jobs.queue.${hit.queue}`),
      };
    case "log":
      return {
        group: "find.log",
        path: `/log?requestId=${encodeURIComponent(hit.requestId)}`,
        title: hit.requestId,
        detail: t("find.rows", { count: hit.rows }),
      };
  }
}

function fileChoice({ seriesId, series, number, name, state }: Extract<SearchHit, { kind: "file" }>): Choice {
  const where = number === null ? series : t("jobs.episodeOf", { number, series });
  return {
    group: "find.files",
    path: `/series/${seriesId}/episodes`,
    title: name,
    detail: `${where} · ${t(`find.state.${state}`)}`,
  };
}
