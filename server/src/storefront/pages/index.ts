import type { ScreenName } from "@cliffhanger/contract";
import { cardForm, frame, information } from "./frames.ts";
import { home, list, results, search } from "./lists.ts";
import type { PageData } from "./page.ts";
import { shopping } from "./shopping.ts";
import { watch } from "./watch.ts";

/** The table of pages: for each screen, the queries that its page inlines and what the page is cached by. */
export const pages = {
  home,
  watch,
  browse: list,
  more: list,
  search,
  results,
  shopping,
  info: (request) => information(request, request.route.page),
  contactUs: (request) => information(request, "contactUs"),
  orderEasy: cardForm,
  orderResult: frame,
  withdraw: frame,
  my: frame,
  login: frame,
  register: frame,
  retrievePassword: frame,
  claim: frame,
  favorites: frame,
  historys: frame,
  individual: frame,
  unlocked: frame,
  notFound: () => null,
} as const satisfies { [N in ScreenName]: PageData<N> };
