import type { Generated } from "kysely";

/** The state of a drop: it waits for its time, its time is over and something lacks, it happened, or it was cancelled. */
export type DropState = "planned" | "blocked" | "done" | "cancelled";

/** The tables of releases. Wall times are read as text: the driver would take them for the server's zone. */
export type ReleaseTables = {
  release_plan: {
    series_id: string;
    starts_on: string;
    time_of_day: string;
    time_zone: string;
    weekdays: number[] | null;
    per_time: number;
    skip: string[];
    active: boolean;
  };
  release_drop: {
    id: string;
    series_id: string;
    local_at: string;
    zone: string;
    at: Date;
    state: Generated<DropState>;
    /** Raised by each change of an operator. */
    version: Generated<number>;
    changed_at: Date;
    changed_by: string | null;
  };
  release_drop_episode: {
    drop_id: string;
    episode_id: string;
    /** Whether the drop is still to release it; a unique index lets an episode be in one such drop. */
    is_open: Generated<boolean>;
    released_at: Generated<Date | null>;
  };
  release_event: { id: string; series_id: string; at: Date };
  release_event_episode: { episode_id: string; event_id: string };
};
