import type { CallName } from "@cliffhanger/contract";
import {
  type ApiContext,
  type CallOptions,
  errorOf,
  type Params,
  pageContext,
  readEnvelope,
  requestCall,
} from "./api.ts";

/** A file in the answer of a call. */
export interface AnsweredFile {
  blob: Blob;
  /** The name from the server's Content-Disposition header. */
  name: string;
}

/** Makes a call whose answer is a file. Fails as every call does. */
export async function fetchFile<N extends CallName>(
  name: N,
  params: Params<N>,
  options: CallOptions = {},
  context: ApiContext = pageContext,
): Promise<AnsweredFile> {
  const response = await requestCall(context, name, params, options);
  const isFile = response.ok && !(response.headers.get("content-type") ?? "").includes("json");
  if (!isFile) throw errorOf(context, response, await readEnvelope(response), options);
  const given = /filename="([^"/\\]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return { blob: await response.blob(), name: given?.[1] ?? "download" };
}

/**
 * Fetches a document outside the contract's calls, such as a receipt, as the current user. Fails as every call does.
 */
export async function fetchDocument(url: string, context: ApiContext = pageContext): Promise<AnsweredFile> {
  const { pathname, search, origin } = new URL(url, location.href);
  if (origin !== location.origin) throw new Error("Documents of others are not fetched.");
  const params = Object.fromEntries(new URLSearchParams(search));
  const file = await fetchFile(`GET ${pathname}` as CallName, params as never, {}, context);
  return { ...file, name: `${pathname.split("/").at(-1)}-${Object.values(params)[0] ?? ""}.html` };
}

/** Saves a file as a browser download. */
export function save({ blob, name }: AnsweredFile): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
