import type { StepName } from "./steps/step.ts";
import type { Touch, TouchKind } from "./touches/touch.ts";

/** The tables of attribution, as created by `migrations/0014-attribution.ts`. */
export type AttributionTables = {
  channel: {
    id: number;
    kind: TouchKind;
    /** Empty if there is none. */
    campaign: string;
    token: string;
    language: string;
    made_on: string;
  };
  touch: {
    id: string;
    visitor_id: string;
    at: Date;
    record: Touch;
    own_channel: number;
    first_channel: number;
    last_channel: number;
  };
  order_touch: {
    order_id: string;
    visitor_id: string | null;
    first: Touch | null;
    last: Touch | null;
    language: string | null;
    series_id: string | null;
    first_channel: number | null;
    last_channel: number | null;
  };
  consent: {
    id: string;
    visitor_id: string;
    ads: boolean;
    analytics: boolean;
    version: string;
    at: Date;
    /** The network of the IP address, never the whole address. */
    network: string;
    language: string;
  };
  funnel_step: {
    visitor_id: string;
    series_id: string;
    step: StepName;
    episode_number: number;
    at: Date;
    first_channel: number | null;
    last_channel: number | null;
  };
};
