/** An amount in ISO 4217 minor units. */
export interface Amount {
  amount: number;
  currency: string;
}

/** A payment that a bank claims back, or a warning that it will. */
export interface RemoteDispute extends Amount {
  remoteId: string;
  state: DisputeState;
  /** Its effects on our balance so far, oldest first. */
  movements: DisputeMovement[];
  /** Why the buyer disputes, in the gateway's word. */
  reason?: string | null;
  /** Until when evidence counts. */
  dueBy?: Date | null;
  /** `open`: the gateway takes evidence now; `sent`: it has some; `closed`: it takes none. */
  evidence?: "open" | "sent" | "closed";
  /** The early fraud warning, if it is one and no dispute. */
  fraud?: FraudWarning | null;
}

/** One balance transaction of a dispute, in the currency of that balance. */
export interface DisputeMovement extends Amount {
  /** Identifies the balance transaction, however often the gateway lists it. */
  ref: string;
  /** `hold`: withdrawn until the decision; `release`: returned; `settlement`: lost permanently. */
  kind: "hold" | "release" | "settlement" | "fee" | "fee_returned";
  at: Date;
  /** Whether the gateway may also list the same money among the refunds of the capture. */
  alsoRefund: boolean;
}

/** The input for the evidence of a dispute. */
export interface EvidenceInput {
  key: string;
  disputeId: string;
  texts: Readonly<Record<string, string>>;
}

/** The input for giving a dispute up. */
export interface AcceptInput {
  key: string;
  disputeId: string;
}

/** A bank's suspicion of fraud, before any dispute. */
export interface FraudWarning {
  /** Whether a refund now can still prevent the dispute. */
  isActionable: boolean;
}

/** `warning`: no money has moved yet. `won`: we keep the money, or the warning had no effect. */
export type DisputeState = "opened" | "won" | "lost" | "warning";
