import { randomBytes } from "node:crypto";
import { json, type Reply } from "../serve.ts";

/** An error as the Graph API tells it. */
export interface GraphError {
  message: string;
  type: "OAuthException" | "GraphMethodException";
  code: number;
  error_subcode?: number;
}

/** A refusal, thrown where it is found. */
export class GraphRefusal extends Error {
  readonly error: GraphError;
  constructor(error: GraphError) {
    super(error.message);
    this.error = error;
  }
}

/** An error of the sign-in kind. */
export function oauthError(code: number, message: string, subcode?: number): GraphRefusal {
  return new GraphRefusal({
    message,
    type: "OAuthException",
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
  });
}

/** The answer that carries an error: HTTP 400, and 401 where the access token is the fault. */
export function errorReply({ error }: GraphRefusal): Reply {
  const body = { error: { ...error, fbtrace_id: `A${randomBytes(16).toString("base64url")}` } };
  return json(body, error.code === 190 ? 401 : 400);
}
