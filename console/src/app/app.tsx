import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { CallError } from "../lib/call.ts";
import { useLanguage } from "../lib/messages.ts";
import { Toaster } from "../ui/toaster.tsx";
import { FaultBoundary } from "./fault-boundary.tsx";
import { Gate } from "./gate.tsx";
import { theme, variables } from "./theme.ts";

const RETRIES = 2;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays one; only a lost or failed answer may come the next time.
      retry: (count, error) =>
        count < RETRIES && error instanceof CallError && (error.isLost || error.code >= 500),
      networkMode: "always",
    },
  },
});

/** The console: one document for all its screens. `nonce`: of this document. */
export function App({ nonce }: { nonce: string }) {
  // Every component reads its messages while it renders; a new language renders them all again, and none loses its state.
  useLanguage();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <FaultBoundary>
          <Gate />
        </FaultBoundary>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  );
}
