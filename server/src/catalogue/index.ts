export { catalogueChanged } from "./events.ts";
export { publishEpisode, saveEpisode, saveSeries, saveSeriesImages, slugOf, type TagInput } from "./publish.ts";
export {
  type EpisodeRow,
  findEpisode,
  findNextEpisode,
  findSeries,
  listCategories,
  listEpisodes,
  listSections,
  listSeries,
  type SeriesInput,
  type SeriesRow,
} from "./repository.ts";
export type { SectionSource, Texts } from "./tables.ts";
export { textIn } from "./texts.ts";
