import type { ComponentType } from "react";
import { loadMessages } from "../lib/message-groups.ts";
import type { MessageGroup } from "../lib/messages.ts";
import type { ScreenName } from "./routes.ts";
import "../styles/full.css";

/** How a screen comes: its code, and the words that it says beside the core's. */
interface Source {
  load: () => Promise<ComponentType>;
  words: readonly MessageGroup[];
}

/** Every screen but the one that most people arrive at. */
export type LaterScreen = Exclude<ScreenName, "home">;

const sources: Record<LaterScreen, Source> = {
  watch: {
    load: async () => (await import("../screens/watch.tsx")).WatchScreen,
    words: ["watch", "library"],
  },
  browse: { load: async () => (await import("../screens/browse.tsx")).BrowseScreen, words: ["lists", "app"] },
  more: { load: async () => (await import("../screens/more.tsx")).MoreScreen, words: ["lists"] },
  my: {
    load: async () => (await import("../screens/my.tsx")).MyScreen,
    words: ["account", "library", "money"],
  },
  login: { load: async () => (await import("../screens/login.tsx")).LoginScreen, words: ["account"] },
  register: {
    load: async () => (await import("../screens/register.tsx")).RegisterScreen,
    words: ["account"],
  },
  retrievePassword: {
    load: async () => (await import("../screens/retrieve-password.tsx")).RetrievePasswordScreen,
    words: ["account"],
  },
  individual: {
    load: async () => (await import("../screens/individual.tsx")).IndividualScreen,
    words: ["account", "money"],
  },
  favorites: {
    load: async () => (await import("../screens/favorites.tsx")).FavoritesScreen,
    words: ["library", "lists"],
  },
  historys: {
    load: async () => (await import("../screens/historys.tsx")).HistorysScreen,
    words: ["library", "lists"],
  },
  search: {
    load: async () => (await import("../screens/search.tsx")).SearchScreen,
    words: ["search", "lists"],
  },
  results: {
    load: async () => (await import("../screens/search-detail.tsx")).SearchDetailScreen,
    words: ["search", "lists"],
  },
  info: { load: async () => (await import("../screens/info.tsx")).InfoScreen, words: ["info"] },
  shopping: {
    load: async () => (await import("../screens/shopping.tsx")).ShoppingScreen,
    words: ["money", "account"],
  },
  unlocked: {
    load: async () => (await import("../screens/unlocked.tsx")).UnlockedScreen,
    words: ["money", "lists", "library"],
  },
  orderResult: {
    load: async () => (await import("../screens/order-result.tsx")).OrderResultScreen,
    words: ["money"],
  },
  orderEasy: {
    load: async () => (await import("../screens/order-easy.tsx")).OrderEasyScreen,
    words: ["money"],
  },
  contactUs: {
    load: async () => (await import("../screens/contact-us.tsx")).ContactUsScreen,
    words: ["info", "watch"],
  },
  notFound: {
    load: async () => (await import("../screens/not-found.tsx")).NotFoundScreen,
    words: ["app"],
  },
};

/** Fetches the code and the words of a screen; the styles of all of them came with this file. */
export async function loadLater(name: LaterScreen): Promise<ComponentType> {
  const { load, words } = sources[name];
  const [screen] = await Promise.all([load(), loadMessages(words)]);
  return screen;
}

/** The files of words that a screen says, beside the core's. */
export function wordsOf(name: LaterScreen): readonly MessageGroup[] {
  return sources[name].words;
}
