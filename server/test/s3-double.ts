import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BucketSettings } from "#platform/store-settings";

/** What goes wrong with the next matching requests. */
export interface S3Fault {
  /** Which requests: by method and a part of their address, such as "PUT spool/". */
  on: string;
  /** `silent` never answers; `stall` stops and `cut` ends within the body; `etag` answers with a wrong one; `lie` with wrong bytes. */
  how: 500 | 503 | 403 | "reset" | "silent" | "stall" | "cut" | "etag" | "lie" | "lost";
  /** How many requests; by default all. */
  times?: number;
}

/** A simulator of an S3 server on a port of its own. It speaks the protocol and is no kinder than a real one. */
export interface S3Double {
  settings: BucketSettings;
  /** What is stored, by key. */
  objects: Map<string, { body: Buffer; at: Date }>;
  /** The requests so far, as "GET key". */
  asked: string[];
  /** Unfinished uploads by their id, with the parts that arrived. */
  uploads: Map<string, { key: string; at: Date; parts: Map<number, Buffer> }>;
  fail(...faults: S3Fault[]): void;
  heal(): void;
  close(): Promise<void>;
}

const LEAST_PART = 5 * 2 ** 20;
const SECRET = "double-secret-of-40-characters-1234567890";
const md5 = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;
const sha256 = (body: Buffer | string) => createHash("sha256").update(body).digest("hex");

/** Thrown as the answer of the server. */
class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Starts a double whose listings have at most `pageSize` entries. */
export async function startS3Double({ pageSize = 3 } = {}): Promise<S3Double> {
  const objects: S3Double["objects"] = new Map();
  const uploads: S3Double["uploads"] = new Map();
  const asked: string[] = [];
  let faults: (S3Fault & { left: number })[] = [];
  const bucket = "media";
  const state = { objects, uploads, pageSize, bucket };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const url = new URL(request.url ?? "/", "http://double");
      const key = decodeURIComponent(url.pathname.slice(`/${bucket}/`.length));
      const line = `${request.method} ${key}${url.search}`;
      asked.push(line);
      const fault = faults.find(
        ({ on, left }) =>
          left > 0 && line.startsWith(on.split(" ")[0] ?? "") && line.includes(on.split(" ")[1] ?? ""),
      );
      if (fault) fault.left -= 1;
      if (fault?.how === "reset") return void request.socket.destroy();
      if (fault?.how === "silent") return;
      if (typeof fault?.how === "number") {
        const code = { 500: "InternalError", 503: "SlowDown", 403: "AccessDenied" }[fault.how];
        send(response, fault.how, {
          xml: `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
        });
        return;
      }
      requireSignature(request, url, body);
      const given = answer(state, { method: request.method ?? "", url, key, body, request });
      if (fault?.how === "lost") return void request.socket.destroy();
      if (fault?.how === "etag") given.headers = { ...given.headers, etag: '"not-an-md5"' };
      if (fault?.how === "lie" && given.body) given.body = Buffer.alloc(given.body.length, 7);
      send(response, given.status ?? 200, given, fault?.how);
    })().catch((error: unknown) => {
      const { status, code } = error instanceof S3Refusal ? error : { status: 500, code: String(error) };
      send(response, status, { xml: `<Error><Code>${code}</Code><Message>${code}</Message></Error>` });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket,
      accessKeyId: "double",
      secretAccessKey: SECRET,
      pathStyle: true,
      prefix: "site-1/",
    },
    objects,
    uploads,
    asked,
    fail: (...given) => {
      faults = given.map((each) => ({ ...each, left: each.times ?? Number.POSITIVE_INFINITY }));
    },
    heal: () => {
      faults = [];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  status?: number;
  xml?: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

interface Asked {
  method: string;
  url: URL;
  key: string;
  body: Buffer;
  request: IncomingMessage;
}

interface State {
  objects: S3Double["objects"];
  uploads: S3Double["uploads"];
  pageSize: number;
  bucket: string;
}

function send(
  response: ServerResponse,
  status: number,
  { xml, body, headers }: Answer,
  how?: S3Fault["how"],
): void {
  const content = xml === undefined ? body : Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
  if (xml !== undefined) response.setHeader("content-type", "application/xml");
  response.writeHead(status, { "content-length": content?.length ?? 0, ...headers });
  if (content && (how === "cut" || how === "stall")) {
    response.write(content.subarray(0, content.length >> 1));
    if (how === "cut") setTimeout(() => response.destroy(), 20);
    return;
  }
  response.end(response.req.method === "HEAD" ? undefined : content);
}

/** Refuses a request whose signature is not that of the secret, or whose body is not the signed one. */
function requireSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const [, credential = "", names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? "",
    ) ?? [];
  const hash = String(request.headers["x-amz-content-sha256"] ?? "");
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new S3Refusal(411, "MissingContentLength");
  if (hash !== sha256(body)) throw new S3Refusal(400, "XAmzContentSHA256Mismatch");
  const [access, day = "", region = "", service = ""] = credential.split("/");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(""), names, hash].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const sign = (key: string | Buffer, value: string) => createHmac("sha256", key).update(value).digest();
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(sign, `AWS4${SECRET}`);
  if (access !== "double" || sign(key, text).toString("hex") !== signature)
    throw new S3Refusal(403, "SignatureDoesNotMatch");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function answer(state: State, asked: Asked): Answer {
  const { method, url, key } = asked;
  const query = url.searchParams;
  if (!`${url.pathname}/`.startsWith(`/${state.bucket}/`)) throw new S3Refusal(404, "NoSuchBucket");
  if (method === "GET" && query.has("uploads")) return listUploads(state, query);
  if (method === "GET" && query.get("list-type") === "2") return listObjects(state, query);
  if (method === "POST" && query.has("delete")) return deleteObjects(state, asked);
  if (query.has("uploads") || query.has("uploadId")) return multipart(state, asked);
  if (method === "PUT") return putObject(state, asked);
  if (method === "DELETE") {
    state.objects.delete(key);
    return { status: 204 };
  }
  const found = state.objects.get(key);
  if (!found) throw new S3Refusal(404, "NoSuchKey");
  const headers = {
    etag: md5(found.body),
    "last-modified": found.at.toUTCString(),
    "accept-ranges": "bytes",
  };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(asked.request.headers.range ?? "") ?? [];
  if (from === undefined) {
    if (method === "HEAD") return { headers: { ...headers, "content-length": String(found.body.length) } };
    return { body: found.body, headers };
  }
  if (Number(from) >= found.body.length) throw new S3Refusal(416, "InvalidRange");
  const end = Math.min(Number(to), found.body.length - 1);
  return {
    status: 206,
    body: found.body.subarray(Number(from), end + 1),
    headers: { ...headers, "content-range": `bytes ${from}-${end}/${found.body.length}` },
  };
}

function putObject({ objects }: State, { key, body, request }: Asked): Answer {
  if (request.headers["if-none-match"] === "*" && objects.has(key))
    throw new S3Refusal(412, "PreconditionFailed");
  objects.set(key, { body, at: new Date() });
  return { headers: { etag: md5(body) } };
}

function deleteObjects({ objects }: State, { body, request }: Asked): Answer {
  const isSummed = Object.keys(request.headers).some((name) => /^(content-md5|x-amz-checksum-)/.test(name));
  if (!isSummed) throw new S3Refusal(400, "InvalidRequest");
  const keys = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = ""]) => plain(name));
  if (keys.length > 1_000 || keys.length === 0) throw new S3Refusal(400, "MalformedXML");
  for (const each of keys) objects.delete(each);
  return { xml: "<DeleteResult></DeleteResult>" };
}

function multipart({ objects, uploads }: State, { method, url, key, body }: Asked): Answer {
  const id = url.searchParams.get("uploadId");
  if (id === null) {
    const created = randomUUID();
    uploads.set(created, { key, at: new Date(), parts: new Map() });
    return {
      xml: `<InitiateMultipartUploadResult><Key>${escaped(key)}</Key><UploadId>${created}</UploadId></InitiateMultipartUploadResult>`,
    };
  }
  const upload = uploads.get(id);
  if (upload?.key !== key) throw new S3Refusal(404, "NoSuchUpload");
  if (method === "PUT") {
    upload.parts.set(Number(url.searchParams.get("partNumber")), body);
    return { headers: { etag: md5(body) } };
  }
  if (method === "DELETE") {
    uploads.delete(id);
    return { status: 204 };
  }
  if (method === "GET") {
    const after = Number(url.searchParams.get("part-number-marker") ?? 0);
    const [number, part] =
      [...upload.parts].toSorted(([a], [b]) => a - b).find(([each]) => each > after) ?? [];
    const isLast = [...upload.parts.keys()].every((each) => each <= (number ?? 0));
    const entry = part
      ? `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(md5(part))}</ETag><Size>${part.length}</Size></Part>`
      : "";
    return {
      xml: `<ListPartsResult><IsTruncated>${!isLast}</IsTruncated><NextPartNumberMarker>${number ?? 0}</NextPartNumberMarker>${entry}</ListPartsResult>`,
    };
  }
  const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: plain(/<ETag>([^<]+)</.exec(part)?.[1] ?? ""),
  }));
  const bodies = named.map(({ number, etag }, index) => {
    const part = upload.parts.get(number);
    if (!part || md5(part) !== etag) throw new S3Refusal(400, "InvalidPart");
    if (index > 0 && number <= (named[index - 1]?.number ?? 0)) throw new S3Refusal(400, "InvalidPartOrder");
    if (index < named.length - 1 && part.length < LEAST_PART) throw new S3Refusal(400, "EntityTooSmall");
    return part;
  });
  objects.set(key, { body: Buffer.concat(bodies), at: new Date() });
  uploads.delete(id);
  return {
    xml: `<CompleteMultipartUploadResult><ETag>"of-${named.length}-parts"</ETag></CompleteMultipartUploadResult>`,
  };
}

function listUploads({ uploads, pageSize }: State, query: URLSearchParams): Answer {
  const mark = `${query.get("key-marker") ?? ""}\n${query.get("upload-id-marker") ?? ""}`;
  const all = [...uploads]
    .map(([id, { key, at }]) => ({ id, key, at, mark: `${key}\n${id}` }))
    .filter((each) => each.key.startsWith(query.get("prefix") ?? "") && each.mark > mark)
    .toSorted((a, b) => (a.mark < b.mark ? -1 : 1));
  const page = all.slice(0, pageSize);
  const last = page.at(-1);
  const entries = page.map(
    ({ id, key, at }) =>
      `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
  );
  return {
    xml: `<ListMultipartUploadsResult><IsTruncated>${all.length > page.length}</IsTruncated><NextKeyMarker>${escaped(last?.key ?? "")}</NextKeyMarker><NextUploadIdMarker>${last?.id ?? ""}</NextUploadIdMarker>${entries.join("")}</ListMultipartUploadsResult>`,
  };
}

function listObjects({ objects, pageSize }: State, query: URLSearchParams): Answer {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter");
  const token = query.get("continuation-token");
  const after = token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "hex").toString();
  const entries = new Map<string, string>();
  for (const [key, { body, at }] of [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!key.startsWith(prefix)) continue;
    const cut = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    const name = cut < 0 ? key : key.slice(0, cut + 1);
    if (name <= after) continue;
    entries.set(
      name,
      cut < 0
        ? `<Contents><Key>${escaped(key)}</Key><Size>${body.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`
        : `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`,
    );
  }
  const page = [...entries].slice(0, pageSize);
  const isCut = entries.size > page.length;
  const next = isCut
    ? `<NextContinuationToken>${Buffer.from(page.at(-1)?.[0] ?? "").toString("hex")}</NextContinuationToken>`
    : "";
  return {
    xml: `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${page.map(([, xml]) => xml).join("")}</ListBucketResult>`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function plain(text: string): string {
  return text
    .replace(/&quot;|&#34;/g, '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
