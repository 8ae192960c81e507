import { randomBytes } from "node:crypto";
import { json, type Reply } from "../serve.ts";

/** An error in the form of the Graph API. */
export interface GraphError {
  message: string;
  type: "OAuthException" | "GraphMethodException";
  code: number;
  error_subcode?: number;
}

/** A refusal, thrown where it is detected. */
export class GraphRefusal extends Error {
  readonly error: GraphError;
  constructor(error: GraphError) {
    super(error.message);
    this.error = error;
  }
}

/** Returns an OAuth error. */
export function oauthError(code: number, message: string, subcode?: number): GraphRefusal {
  return new GraphRefusal({
    message,
    type: "OAuthException",
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
  });
}

/** Returns the answer for an error: HTTP 400, and 401 when the access token is invalid. */
export function errorReply({ error }: GraphRefusal): Reply {
  const body = { error: { ...error, fbtrace_id: `A${randomBytes(16).toString("base64url")}` } };
  return json(body, error.code === 190 ? 401 : 400);
}
