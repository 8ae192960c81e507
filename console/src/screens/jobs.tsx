import { useQuery } from "@tanstack/react-query";
import { Films } from "../features/jobs/films.tsx";
import { Health } from "../features/jobs/health.tsx";
import { OtherJobs } from "../features/jobs/other-jobs.tsx";
import { Queues } from "../features/jobs/queues.tsx";
import { call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { useMoving } from "../lib/use-moving.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** What runs, waits and has failed in the background. */
export function JobsScreen() {
  const query = useQuery({
    queryKey: ["jobs"],
    queryFn: () => call("GET /api/console/jobs"),
  });
  useMoving(query.data?.queues.some(({ running, waiting }) => running + waiting > 0) ?? false);
  return (
    <Page title={t("jobs.title")} hint={t("jobs.hint")}>
      <Loadable query={query} skeleton={<Skeletons rows={8} />}>
        {({ queues, films, jobs }) => (
          <>
            <Queues queues={queues} />
            <Films films={films} />
            <OtherJobs jobs={jobs} />
          </>
        )}
      </Loadable>
      <Health />
    </Page>
  );
}
