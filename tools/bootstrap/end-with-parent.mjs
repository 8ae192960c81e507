// Imported into a child process that knows nothing of us (npm, vite): it ends when the process that started it does.
if (process.channel) {
  process.once("disconnect", () => process.exit(1));
  // Listening alone would keep the child alive for ever.
  process.channel.unref();
}
// A program that forks passes its own options on: the channels of its children are none of ours.
const at = process.execArgv.findIndex((option) => option.includes("end-with-parent"));
if (at >= 0) process.execArgv.splice(at, 1);
