import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/** Returns the HTML of a form, as it is when its dialog is opened again after the screen was left. */
export function formHtml(form: ReactNode, client = new QueryClient()): string {
  return renderToString(
    <MantineProvider>
      <QueryClientProvider client={client}>{form}</QueryClientProvider>
    </MantineProvider>,
  );
}
