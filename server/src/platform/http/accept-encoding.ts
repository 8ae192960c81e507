/** A content coding that answers are sent in. */
export type Coding = "br" | "gzip";

/** Characters of Accept-Encoding that are parsed: browsers send fewer than 40. */
const MAX_HEADER_LENGTH = 500;
/** Headers whose result is cached: all browsers together send only a few. */
const MAX_CACHED = 500;
const negotiated = new Map<string, Coding | null>();

/**
 * Chooses the coding that a client prefers (RFC 9110, 12.5.3), brotli when both have the same weight. Null means the
 * body as it is: the client accepts neither coding, or prefers `identity`.
 */
export function negotiateCoding(header: string): Coding | null {
  const read = header.slice(0, MAX_HEADER_LENGTH);
  const known = negotiated.get(read);
  if (known !== undefined) return known;
  const weights = weightsIn(read);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const gzip = weights.get("x-gzip") ?? weightOf("gzip");
  const [coding, weight] =
    weightOf("br") >= gzip ? (["br", weightOf("br")] as const) : (["gzip", gzip] as const);
  const chosen = weight > 0 && weight >= (weights.get("identity") ?? 0) ? coding : null;
  if (negotiated.size >= MAX_CACHED) negotiated.clear();
  negotiated.set(read, chosen);
  return chosen;
}

/** Returns the weight of each coding that a header names; 0 refuses it, and so does a weight that is not a number. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((part) => /^q\s*=/.test(part))?.replace(/^q\s*=\s*/, "");
    weights.set(
      name,
      weight === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
    );
  }
  return weights;
}
