import type { GatewayName, Hint } from "../gateway.ts";

/** The tables of webhook events and of how far each gateway's event list was read. */
export type WebhookTables = {
  webhook_inbox: {
    id: string;
    gateway: GatewayName;
    event_id: string;
    type: string;
    /** The object that the event is about. */
    subject: Hint["subject"];
    /** The raw body; null if the event came from the gateway's event list. */
    raw: Buffer | null;
    state: "new" | "done" | "ignored" | "failed";
    tries: number;
    next_at: Date | null;
    received_at: Date;
  };
  gateway_watermark: { gateway: GatewayName; at: Date; sweep_at: Date };
};
