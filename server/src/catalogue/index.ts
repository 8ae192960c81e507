export { type CardCache, type CardText, openCardCache, titlesOf } from "./cards/cache.ts";
export { badgeOf, type Carded, cardOf, cardsOf, posterOf } from "./cards/card.ts";
export { completeCard, storedCardOf } from "./cards/ready-card.ts";
export {
  acceptFinding,
  changeOneOfMany,
  changeSeries,
  createDraft,
  describeEdited,
  discardDraft,
  type Edited,
  ensureEpisode,
  publishSeries,
  readEdited,
  restoreVersion,
} from "./editing/edit.ts";
export { inOrderOf } from "./editing/order.ts";
export { changePictures, replacePicture, type SeenPicture, undoRemoval } from "./editing/pictures.ts";
export { type Removable, readRemovable, removeEpisode } from "./editing/remove-episode.ts";
export { reorderEpisodes } from "./editing/reorder.ts";
export { listAccepted, listVersions, lockUnlocked } from "./editing/repository.ts";
export { isWithdrawable, type Withdrawal, withdrawLive } from "./editing/withdraw.ts";
export { announceChange } from "./events.ts";
export { findEpisodesByWords, findSeriesByWords, findTagsByWords } from "./finding/repository.ts";
export {
  countSeriesOf,
  EVERY_SERIES,
  listSectionPage,
  listSourcePage,
  listTagPage,
  RECOMMENDED,
} from "./listing/lists.ts";
export {
  type CardRow,
  countPublished,
  findCards,
  type ListedSeries,
  listPage,
  listPublished,
  listTags,
  type PublishedRow,
  type SeriesSlice,
  type Slice,
  type TagRow,
} from "./listing/repository.ts";
export { chooseSeries } from "./overview/choose.ts";
export {
  countSeries,
  countSeriesBeside,
  type EditedRow,
  exportSeries,
  listEditedSeries,
  nameSeries,
  nameSubjects,
} from "./overview/list.ts";
export { countByState, hasLive } from "./overview/repository.ts";
export { rankByPlays } from "./plays/rank.ts";
export { addPlays, setPlays } from "./plays/repository.ts";
export {
  describePreview,
  endPreview,
  findPreviewedAsset,
  makePreview,
  openPreview,
  type Previewed,
} from "./previews/previews.ts";
export {
  publishEpisode,
  saveEpisode,
  saveSeries,
  saveSeriesImages,
  slugOf,
  type TagInput,
} from "./publish.ts";
export { followReleases, releaseEpisodes, takeBackEpisodes } from "./releasing/releasing.ts";
export {
  clearReleaseAt,
  hasUnplanned,
  holdUnplanned,
  listReleasing,
  listReleasingOf,
  listReleasingSeries,
  listUnplanned,
  lockReleasing,
  type ReleasingEpisode,
  type ReleasingRow,
  saveReleaseAt,
  saveReleaseMode,
} from "./releasing/repository.ts";
export {
  type EpisodeRow,
  findEpisode,
  findNextEpisode,
  findSeries,
  listEpisodes,
  type SeriesInput,
  type SeriesRow,
} from "./repository.ts";
export {
  keepPopularDocuments,
  popularDocumentsTask,
  prepareBacklog,
  refreshSearch,
  searchBacklogTask,
} from "./search/maintain.ts";
export { normaliseKeyword, searchSeries } from "./search/search.ts";
export { openTagNames, type TagNames } from "./search/tag-names.ts";
export {
  listTrendingTerms,
  openSearchCounter,
  type SearchCounter,
  searchRetentionTask,
} from "./search/trending.ts";
export {
  changeHome,
  contentText,
  discardHome,
  type EditedHome,
  publishHome,
  readHome,
  restoreHome,
} from "./sections/home.ts";
export { listHomeVersions, listNamedSeries, listSections } from "./sections/repository.ts";
export { homeTurnTask, isShownAt } from "./sections/turn.ts";
export { featureFirst, type SeriesSeed, seedCatalogue } from "./seed.ts";
export {
  findAbout,
  findSource,
  isPictureUsed,
  listPlayedAssets,
  listSeriesAssets,
  listSourceEpisodes,
  listSources,
  listWithdrawnAssets,
  type Source,
  saveFolderPrice,
  saveUnlockPrice,
  withdrawEpisodes,
  withdrawSeries,
} from "./sources/repository.ts";
export type { Prices, SectionContent, SectionSource, Texts } from "./tables.ts";
export {
  createTag,
  deleteTag,
  listConsoleTags,
  orderCategories,
  renameTag,
  undoTag,
} from "./tags/edit.ts";
export { removedTagsTask } from "./tags/forget.ts";
export { mergeTags, previewMerge } from "./tags/merge.ts";
export { textIn } from "./texts.ts";
export { watchCatalogue } from "./watch.ts";

/** Loads what reads and writes tables of texts, which few requests of the console need. */
export const loadTextsTable = () => import("./texts-table/index.ts");
