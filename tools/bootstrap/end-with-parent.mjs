// Imported into child processes such as npm and vite, so that they exit when the process that started them does.
if (process.channel) {
  process.once("disconnect", () => process.exit(1));
  // Without this the open channel would keep the child alive.
  process.channel.unref();
}
// A program that forks passes its options on. Its children have channels of their own, so this module must not reach them.
const at = process.execArgv.findIndex((option) => option.includes("end-with-parent"));
if (at >= 0) process.execArgv.splice(at, 1);
