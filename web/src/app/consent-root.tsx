import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { ConsentQuestion } from "../features/attribution/consent-question.tsx";
import type { Question } from "../features/attribution/start.ts";
import { LanguageProvider } from "../lib/language-provider.tsx";
import { activeI18n } from "../lib/messages.ts";
import { aroundNavigation } from "./navigation.ts";

/** Puts the question about consent before the page, which the server drew without it: so the Tab key reaches it first. */
export function showQuestion(question: Question): void {
  const i18n = activeI18n();
  if (!i18n) return;
  const place = document.createElement("div");
  document.body.prepend(place);
  createRoot(place).render(
    <StrictMode>
      <LanguageProvider i18n={i18n}>
        <Router aroundNav={aroundNavigation}>
          <ConsentQuestion {...question} />
        </Router>
      </LanguageProvider>
    </StrictMode>,
  );
}
