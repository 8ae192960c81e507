// Imported into a child process that knows nothing of us (npm, vite): it ends when the process that started it does.
if (process.channel) {
  process.once("disconnect", () => process.exit(1));
  // Listening alone would keep the child alive for ever.
  process.channel.unref();
}
