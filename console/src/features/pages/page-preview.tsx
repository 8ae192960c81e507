import type { PageText } from "@cliffhanger/contract/console/pages";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import { Failure } from "../../ui/failure.tsx";
import { PreviewFrame } from "../../ui/preview-frame.tsx";
import styles from "./pages.module.css";
import type { PageKey } from "./use-page-edits.ts";

const PAUSE_MS = 800;

/** The page that visitors would get, with the text as it is typed. It loads again after a pause. */
export function PagePreview({ of, text }: { of: PageKey; text: PageText }) {
  const [shown] = useDebouncedValue(JSON.stringify({ ...of, ...text }), PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ["page-preview", shown],
    queryFn: () => call("POST /api/console/pages/preview", JSON.parse(shown) as PageKey & PageText),
    placeholderData: (before) => before,
    retry: false,
    // Each operator has one preview: an address that was read before shows another text by now.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <div className={styles.preview}>
      <Failure text={error ? wordsOf(error) : null} />
      {data ? (
        <PreviewFrame className={styles.page} title={t("pages.preview")} address={data.address} />
      ) : (
        <div className={styles.page} />
      )}
    </div>
  );
}

function wordsOf(error: Error): string {
  const fields = error instanceof CallError ? error.fields : [];
  return fields[0]?.message ?? sentenceOf(error);
}
