import { parseLanguage } from "@cliffhanger/contract/languages";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/index.css";
import { App } from "./app/app.tsx";
import { prepareFirstView } from "./app/first-view.ts";
import { createQueryClient } from "./app/query-client.ts";
import { showLanguage } from "./lib/messages.ts";
import { reportFault, reportUncaught } from "./lib/report-faults.ts";

/** The nonce of this document, for the style elements that the component library makes. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
setNonce(nonce);
reportUncaught();

// The server chose it, and told the browser to load its messages beside this code.
await showLanguage(parseLanguage(document.documentElement.lang) ?? "en");

const client = createQueryClient();
await prepareFirstView(client, location.pathname);

const root = document.getElementById("app");
if (!root) throw new Error("The document has no place for the app.");
createRoot(root, { onCaughtError: reportFault, onUncaughtError: reportFault }).render(
  <StrictMode>
    <App nonce={nonce} client={client} />
  </StrictMode>,
);
