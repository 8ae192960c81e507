import type { CallName } from "@cliffhanger/contract";
import {
  type ApiWorld,
  ask,
  type CallOptions,
  type Params,
  pageWorld,
  readEnvelope,
  refusal,
} from "./api.ts";

/** A file that a call answered with. */
export interface AnsweredFile {
  blob: Blob;
  /** The name that the server gave it. */
  name: string;
}

/** Does a call whose answer is a file. Fails as every call does. */
export async function fetchFile<N extends CallName>(
  name: N,
  params: Params<N>,
  options: CallOptions = {},
  world: ApiWorld = pageWorld,
): Promise<AnsweredFile> {
  const response = await ask(world, name, params, options);
  const isFile = response.ok && !(response.headers.get("content-type") ?? "").includes("json");
  if (!isFile) throw refusal(world, response, await readEnvelope(response), options);
  const given = /filename="([^"/\\]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return { blob: await response.blob(), name: given?.[1] ?? "download" };
}

/** Fetches a document that stands beside the calls, such as a receipt, as whoever uses the page. Fails as every call does. */
export async function fetchDocument(url: string, world: ApiWorld = pageWorld): Promise<AnsweredFile> {
  const { pathname, search, origin } = new URL(url, location.href);
  if (origin !== location.origin) throw new Error("Documents of others are not fetched.");
  const params = Object.fromEntries(new URLSearchParams(search));
  const file = await fetchFile(`GET ${pathname}` as CallName, params as never, {}, world);
  return { ...file, name: `${pathname.split("/").at(-1)}-${Object.values(params)[0] ?? ""}.html` };
}

/** Hands a file over to the person, as a download of the browser's. */
export function save({ blob, name }: AnsweredFile): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
