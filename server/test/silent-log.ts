import { type Log, openLog } from "#platform/log";

/** A log that says nothing. */
export const silentLog: Log = openLog({ level: "silent", pretty: false });
