import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useLanguage } from "../lib/messages.ts";
import { Toaster } from "../ui/toaster.tsx";
import { FaultBoundary } from "./fault-boundary.tsx";
import { Gate } from "./gate.tsx";
import { theme, variables } from "./theme.ts";

/** The console: one document for all its screens. `nonce`: of this document. */
export function App({ nonce, client }: { nonce: string; client: QueryClient }) {
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
