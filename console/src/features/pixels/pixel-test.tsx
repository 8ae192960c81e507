import type { PixelKey } from "@cliffhanger/contract/console/site";
import { Button } from "@mantine/core";
import { useIsMutating, useMutation, useMutationState } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import { formatSeconds } from "../../lib/time.ts";
import { Failure } from "../../ui/failure.tsx";
import styles from "./pixels.module.css";

const mutationKey = ["pixel-test"];

/** Sends a test event for a pixel. One is sent at a time, and its answer is below the list. */
export function TestButton({ name }: { name: PixelKey }) {
  const test = useMutation({
    mutationKey,
    mutationFn: () => call("POST /api/console/pixels/test", { key: name }),
  });
  const others = useIsMutating({ mutationKey });
  const act = t(test.isPending ? "pixels.testing" : "pixels.test");
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t("act.of", { act, row: t(`pixels.${name}`) })}
      aria-busy={test.isPending}
      onClick={() => {
        // A disabled button would lose the focus.
        if (others === 0) test.mutate();
      }}
    >
      {act}
    </Button>
  );
}

/** What the vendor answered to the last test event, in a sentence. */
export function TestResult() {
  const last = useMutationState({ filters: { mutationKey } }).at(-1);
  const said = last?.data as Awaited<ReturnType<typeof call<"POST /api/console/pixels/test">>> | undefined;
  return (
    <>
      <Failure text={last?.error ? sentenceOf(last.error) : null} />
      <div role="status">
        {said && (
          <div className={styles.said} data-outcome={said.outcome}>
            <p>
              {t(`pixels.said.${said.outcome}`, {
                vendor: t(`pixels.${said.key}`),
                status: said.status ?? 0,
              })}
            </p>
            {said.detail !== null && (
              <p className={styles.words}>{t("pixels.saidWords", { detail: said.detail })}</p>
            )}
            {said.outcome !== "script_only" && said.outcome !== "unknown_id" && (
              <p className={styles.words}>
                {t("pixels.saidId", { event: said.event, id: said.eventId, at: formatSeconds(said.at) })}
              </p>
            )}
          </div>
        )}
      </div>
    </>
  );
}
