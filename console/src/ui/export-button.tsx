import type { ExportKind } from "@cliffhanger/contract/console/report-kinds";
import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "wouter";
import { CallError, call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { newRequestKey } from "../lib/request-key.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { showToast } from "../lib/toasts.ts";
import { useAct } from "../lib/use-act.ts";

/** Returns the address of the file of an export. */
export const exportFile = (id: string) => `/api/console/exports/file?id=${id}`;

/** Loads a file. A link does it, because the browser would take an address that is opened for leaving the page. */
function load(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

/** Exports what is seen as CSV: a short one is loaded at once, a long one is written in the background. */
export function ExportButton({
  kind,
  params,
  label = t("exports.csv"),
}: {
  kind: ExportKind;
  label?: string;
  params: Readonly<Record<string, string | undefined>>;
}) {
  const act = useAct();
  const [, go] = useLocation();
  const key = useRef<string | null>(null);
  const make = async () => {
    // A lost answer is asked for again by the same key, so it makes one export.
    key.current ??= newRequestKey();
    const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value)) as Record<
      string,
      string
    >;
    try {
      const made = await call("POST /api/console/exports", { requestKey: key.current, kind, params: given });
      key.current = null;
      if (made.export.state === "done") load(exportFile(made.export.id));
      else showToast(t("exports.waiting"), { label: t("exports.show"), run: () => go("/reports/exports") });
    } catch (error) {
      if (!(error instanceof CallError && error.isLost)) key.current = null;
      showToast(sentenceOf(error));
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Download size={15} aria-hidden />}
      loading={act.busy}
      onClick={() => void act.run(make)}
    >
      {label}
    </Button>
  );
}
