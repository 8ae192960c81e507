// Loaded into a process before its program: answers the message "modules" with the addresses of all modules loaded so far.
import { registerHooks } from "node:module";

const urls: string[] = [];
registerHooks({
  load(url, context, next) {
    urls.push(url);
    return next(url, context);
  },
});
process.on("message", (message) => {
  if (message === "modules") process.send?.({ modules: urls });
});
process.channel?.unref();
