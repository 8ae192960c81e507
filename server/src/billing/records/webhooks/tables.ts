import type { GatewayName, Hint } from "../gateway.ts";

/** The tables of webhook events and how far each gateway’s list of events was read. */
export type WebhookTables = {
  webhook_inbox: {
    id: string;
    gateway: GatewayName;
    event_id: string;
    type: string;
    /** What it hints at. */
    subject: Hint["subject"];
    /** As it arrived; null where no webhook told it, but the gateway's list of events. */
    raw: Buffer | null;
    state: "new" | "done" | "ignored" | "failed";
    tries: number;
    next_at: Date | null;
    received_at: Date;
  };
  gateway_watermark: { gateway: GatewayName; at: Date; sweep_at: Date };
};
