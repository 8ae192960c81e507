import type { Language, Role } from "@cliffhanger/contract";

/** The tables of operators. */
export type OperatorTables = {
  operator: {
    id: string;
    email: string;
    role: Role;
    language: Language | null;
    state: "invited" | "active" | "off";
    version: number;
    created_at: Date;
  };
  operator_passkey: {
    id: string;
    operator_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    backed_up: boolean;
    name: string;
    created_at: Date;
    used_at: Date | null;
  };
  operator_secret: {
    operator_id: string;
    password_hash: string | null;
    totp_sealed: Buffer | null;
    totp_step: number;
    recovery_hashes: Buffer[];
  };
  operator_session: {
    id: string;
    operator_id: string;
    token_hash: Buffer;
    device: string;
    network: string;
    created_at: Date;
    last_used_at: Date;
    fresh_until: Date | null;
    ends_at: Date;
  };
  operator_invite: { operator_id: string; code_hash: Buffer; sent_at: Date; ends_at: Date };
  operator_challenge: {
    id: string;
    purpose: "sign_in" | "passkey" | "code" | "password";
    operator_id: string | null;
    secret: string | null;
    tries: number;
    ends_at: Date;
  };
  console_request: {
    operator_id: string;
    request_key: string;
    call: string;
    effect_hash: string;
    answer: unknown;
    at: Date;
  };
};
