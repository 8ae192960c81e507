import { homeKinds } from "@cliffhanger/contract/console/home-kinds";
import { languages } from "@cliffhanger/contract/languages";

/** The output of `npm run section -- --help`. */
export const USAGE = `npm run section -- list    list the sections of the home screen
npm run section -- add ID --source SOURCE --title "TITLE" [--kind KIND] [--size N] [--at PLACE]
npm run section -- set ID [--source SOURCE] [--kind KIND] [--size N] [--title "TITLE"]
npm run section -- titles ID LANGUAGE="TITLE" [LANGUAGE="TITLE" ...]
npm run section -- move ID PLACE
npm run section -- remove ID

KIND is ${homeKinds.join(", ")}; row by default.
SOURCE is newest, popular, coming (the first episode has a time), tag:ID, series:ID,ID,... or, for a switcher, categories.
--title is the English one; LANGUAGE is ${languages.join(", ")}. PLACE counts from 1.
Running servers show the change within a second.`;
