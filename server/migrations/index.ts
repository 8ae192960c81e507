import type { Migration } from "#platform/db/migrate";
import * as catalogue from "./0001-catalogue.ts";
import * as media from "./0002-media.ts";
import * as site from "./0003-site.ts";
import * as playback from "./0004-playback.ts";
import * as mediaWhole from "./0005-media-whole.ts";
import * as search from "./0006-search.ts";
import * as searchHits from "./0007-search-hits.ts";
import * as accounts from "./0008-accounts.ts";
import * as library from "./0009-library.ts";
import * as siteTexts from "./0010-site-texts.ts";
import * as searchTerms from "./0011-search-terms.ts";
import * as facebook from "./0012-facebook.ts";
import * as money from "./0013-money.ts";
import * as attribution from "./0014-attribution.ts";
import * as reports from "./0015-reports.ts";
import * as folderPrice from "./0016-folder-price.ts";
import * as renewingAgain from "./0017-renewing-again.ts";
import * as refusals from "./0018-refusals.ts";
import * as settlement from "./0019-settlement.ts";
import * as installation from "./0020-installation.ts";
import * as playCounter from "./0023-play-counter.ts";
import * as mediaMarker from "./0024-media-marker.ts";
import * as paymentCancelled from "./0025-payment-cancelled.ts";
import * as seriesCards from "./0030-series-cards.ts";
import * as planByValues from "./0032-plan-by-values.ts";
import * as mediaFiles from "./0034-media-files.ts";
import * as restored from "./0035-restored.ts";
import * as metrics from "./0037-metrics.ts";
import * as softwareMinimum from "./0038-software-minimum.ts";
import * as backupRuns from "./0040-backup-runs.ts";
import * as operators from "./0050-operators.ts";
import * as audit from "./0051-audit.ts";
import * as seriesDrafts from "./0055-series-drafts.ts";
import * as uploads from "./0056-uploads.ts";
import * as pricesByTime from "./0060-prices-by-time.ts";
import * as changesOfPlan from "./0061-changes-of-plan.ts";
import * as balanceLines from "./0065-balance-lines.ts";
import * as withdrawals from "./0066-withdrawals.ts";
import * as savedMethods from "./0067-saved-methods.ts";
import * as instrumentSetups from "./0068-instrument-setups.ts";
import * as withdrawalKeys from "./0069-withdrawal-keys.ts";
import * as disputeCases from "./0070-dispute-cases.ts";
import * as auditMonthAtOnce from "./0071-audit-month-at-once.ts";
import * as methodsForUnlocks from "./0072-methods-for-unlocks.ts";
import * as guestPurchases from "./0073-guest-purchases.ts";
import * as guestPurchaseIndexes from "./0074-guest-purchase-indexes.ts";
import * as accountLinks from "./0075-account-links.ts";
import * as homeDraft from "./0077-home-draft.ts";
import * as claimedGuests from "./0078-claimed-guests.ts";
import * as riskFacts from "./0080-risk-facts.ts";
import * as releases from "./0082-releases.ts";
import * as withdrawnSeries from "./0083-withdrawn-series.ts";
import * as readersOfSeries from "./0084-readers-of-series.ts";
import * as bulkActs from "./0085-bulk-acts.ts";
import * as pages from "./0086-pages.ts";
import * as waitingPictures from "./0087-waiting-pictures.ts";
import * as sectionTimes from "./0088-section-times.ts";
import * as previews from "./0089-previews.ts";
import * as episodeOrder from "./0091-episode-order.ts";
import * as removedCaptions from "./0092-removed-captions.ts";
import * as removedTags from "./0093-removed-tags.ts";
import * as searchWords from "./0095-search-words.ts";
import * as activity from "./0096-activity.ts";
import * as encodesFirst from "./0097-encodes-first.ts";
import * as refundsByOperators from "./0098-refunds-by-operators.ts";
import * as orderLists from "./0099-order-lists.ts";
import * as people from "./0103-people.ts";
import * as peopleIndexes from "./0104-people-indexes.ts";
import * as ticketConversations from "./0105-ticket-conversations.ts";
import * as addressChanges from "./0106-address-changes.ts";
import * as seriesCounts from "./0108-series-counts.ts";
import * as consoleReports from "./0109-reports.ts";
import * as reportIndexes from "./0110-report-indexes.ts";
import * as ordersPaid from "./0111-orders-paid.ts";
import * as watchingNow from "./0112-watching-now.ts";
import * as reviewIndexes from "./0113-review-indexes.ts";
import * as countedPlaysByDay from "./0114-counted-plays-by-day.ts";
import * as visitsByMonth from "./0115-visits-by-month.ts";
import * as moneyRecordsByMonth from "./0116-money-records-by-month.ts";
import * as vacuumOfLargeTables from "./0117-vacuum-of-large-tables.ts";
import * as indexesOfDeletedSeries from "./0118-indexes-of-deleted-series.ts";
import * as salesOfSeries from "./0130-sales-of-series.ts";
import * as sumsOfDays from "./0131-sums-of-days.ts";
import * as activityOfOrders from "./0132-activity-of-orders.ts";
import * as errorsByEpisode from "./0133-errors-by-episode.ts";
import * as seriesFilters from "./0134-series-filters.ts";
import * as paymentsOfOrders from "./0135-payments-of-orders.ts";
import * as stepsBySeries from "./0136-steps-by-series.ts";
import * as sumsOfMonths from "./0137-sums-of-months.ts";
import * as ordersByDecline from "./0138-orders-by-decline.ts";
import * as indexesOfPeriods from "./0139-indexes-of-periods.ts";
import * as fileOfAnEpisode from "./0140-file-of-an-episode.ts";
import * as pagesOfLateSeries from "./0141-pages-of-late-series.ts";
import * as popularDocuments from "./0142-popular-documents.ts";
import * as commonKeywords from "./0143-common-keywords.ts";

/** Every step of the schema, in order. One that has been released is never changed, renamed or taken away. */
export const migrations: Record<string, Migration> = {
  "0001-catalogue": catalogue,
  "0002-media": media,
  "0003-site": site,
  "0004-playback": playback,
  "0005-media-whole": mediaWhole,
  "0006-search": search,
  "0007-search-hits": searchHits,
  "0008-accounts": accounts,
  "0009-library": library,
  "0010-site-texts": siteTexts,
  "0011-search-terms": searchTerms,
  "0012-facebook": facebook,
  "0013-money": money,
  "0014-attribution": attribution,
  "0015-reports": reports,
  "0016-folder-price": folderPrice,
  "0017-renewing-again": renewingAgain,
  "0018-refusals": refusals,
  "0019-settlement": settlement,
  "0020-installation": installation,
  "0023-play-counter": playCounter,
  "0024-media-marker": mediaMarker,
  "0025-payment-cancelled": paymentCancelled,
  "0030-series-cards": seriesCards,
  "0032-plan-by-values": planByValues,
  "0034-media-files": mediaFiles,
  "0035-restored": restored,
  "0037-metrics": metrics,
  "0038-software-minimum": softwareMinimum,
  "0040-backup-runs": backupRuns,
  "0050-operators": operators,
  "0051-audit": audit,
  "0055-series-drafts": seriesDrafts,
  "0056-uploads": uploads,
  "0060-prices-by-time": pricesByTime,
  "0061-changes-of-plan": changesOfPlan,
  "0065-balance-lines": balanceLines,
  "0066-withdrawals": withdrawals,
  "0067-saved-methods": savedMethods,
  "0068-instrument-setups": instrumentSetups,
  "0069-withdrawal-keys": withdrawalKeys,
  "0070-dispute-cases": disputeCases,
  "0071-audit-month-at-once": auditMonthAtOnce,
  "0072-methods-for-unlocks": methodsForUnlocks,
  "0073-guest-purchases": guestPurchases,
  "0074-guest-purchase-indexes": guestPurchaseIndexes,
  "0075-account-links": accountLinks,
  "0077-home-draft": homeDraft,
  "0078-claimed-guests": claimedGuests,
  "0080-risk-facts": riskFacts,
  "0082-releases": releases,
  "0083-withdrawn-series": withdrawnSeries,
  "0084-readers-of-series": readersOfSeries,
  "0085-bulk-acts": bulkActs,
  "0086-pages": pages,
  "0087-waiting-pictures": waitingPictures,
  "0088-section-times": sectionTimes,
  "0089-previews": previews,
  "0091-episode-order": episodeOrder,
  "0092-removed-captions": removedCaptions,
  "0093-removed-tags": removedTags,
  "0095-search-words": searchWords,
  "0096-activity": activity,
  "0097-encodes-first": encodesFirst,
  "0098-refunds-by-operators": refundsByOperators,
  "0099-order-lists": orderLists,
  "0103-people": people,
  "0104-people-indexes": peopleIndexes,
  "0105-ticket-conversations": ticketConversations,
  "0106-address-changes": addressChanges,
  "0108-series-counts": seriesCounts,
  "0109-reports": consoleReports,
  "0110-report-indexes": reportIndexes,
  "0111-orders-paid": ordersPaid,
  "0112-watching-now": watchingNow,
  "0113-review-indexes": reviewIndexes,
  "0114-counted-plays-by-day": countedPlaysByDay,
  "0115-visits-by-month": visitsByMonth,
  "0116-money-records-by-month": moneyRecordsByMonth,
  "0117-vacuum-of-large-tables": vacuumOfLargeTables,
  "0118-indexes-of-deleted-series": indexesOfDeletedSeries,
  "0130-sales-of-series": salesOfSeries,
  "0131-sums-of-days": sumsOfDays,
  "0132-activity-of-orders": activityOfOrders,
  "0133-errors-by-episode": errorsByEpisode,
  "0134-series-filters": seriesFilters,
  "0135-payments-of-orders": paymentsOfOrders,
  "0136-steps-by-series": stepsBySeries,
  "0137-sums-of-months": sumsOfMonths,
  "0138-orders-by-decline": ordersByDecline,
  "0139-indexes-of-periods": indexesOfPeriods,
  "0140-file-of-an-episode": fileOfAnEpisode,
  "0141-pages-of-late-series": pagesOfLateSeries,
  "0142-popular-documents": popularDocuments,
  "0143-common-keywords": commonKeywords,
};
