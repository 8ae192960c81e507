import { type Log, openLog } from "#platform/log";

/** A log that writes nothing. */
export const silentLog: Log = openLog({ level: "silent", pretty: false });
