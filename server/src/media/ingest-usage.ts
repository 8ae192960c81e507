/** The output of `npm run ingest -- --help`. */
export const USAGE = `npm run ingest -- FOLDER [FOLDER...]    make episodes from folders of videos
  --dry-run                  check the folders and report problems; change nothing
  --prune                    remove episodes whose files no longer exist
  --profile standard|demo    encode all renditions, or the two small ones of the demo
npm run ingest -- --list                       list all series
npm run ingest -- --remove FOLDER|SERIES_ID    remove a series

FOLDER is a series: its name is the title, its videos in order are the episodes. It may also contain
captions (01.en.srt, 01.en.vtt), poster.jpg, cover.jpg and series.yaml. A folder of such folders is
ingested as a whole. Running it again ingests only what has changed.`;
