/** The output of `npm run releases -- --help`. */
export const USAGE = `npm run releases                       list releases of 30 days, and late ones
npm run releases -- list [SERIES] [--days N]
npm run releases -- plan SERIES --daily HH:MM --zone ZONE [--per N] [--from DATE] [--on DAYS] [--skip DATE,...]
npm run releases -- end SERIES         end the plan; its drops stay
npm run releases -- set SERIES EPISODES TIME [--zone ZONE]
npm run releases -- now SERIES EPISODE
npm run releases -- hold SERIES        release nothing of a series
npm run releases -- resume SERIES      go on; what became due comes at once
npm run releases -- move DROP TIME [--zone ZONE]
npm run releases -- cancel DROP        cancel what a drop has not released; within 10 minutes take it back

plan gives a time to each episode that has none, N at a time (1 by default), and to episodes that come later.
SERIES is the id of a series, DROP that of a drop as list prints it. EPISODES is a number or a range, such as 5 or 5-6.
TIME is 2027-01-09T18:00Z for UTC, or 2027-01-09T18:00 with --zone. ZONE is an IANA name, such as Europe/Madrid.
DAYS are of mon, tue, wed, thu, fri, sat, sun, or weekdays. Episodes come in order: one that is late holds up the next.
--dry-run  check and show what would change; change nothing`;
