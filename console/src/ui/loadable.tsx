import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CallError } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { sentenceOf } from "../lib/sentence.ts";
import styles from "./loadable.module.css";

/**
 * The answer of a query on the screen. While it loads: grey shapes. When it fails: what failed, with the number of the request,
 * above the last answer.
 */
export function Loadable<T>({
  query,
  skeleton,
  children,
}: {
  query: UseQueryResult<T>;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      <div role="alert">
        {error && (
          <div className={styles.failed}>
            <div>
              <p>{sentenceOf(error)}</p>
              {error instanceof CallError && error.requestId !== null && (
                <p className={styles.request}>{t("error.request", { id: error.requestId })}</p>
              )}
            </div>
            <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
              {t("error.again")}
            </Button>
          </div>
        )}
      </div>
      {data !== undefined ? children(data) : error ? null : skeleton}
    </>
  );
}
