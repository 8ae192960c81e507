const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** Returns a new ULID: the key of one act. A repeated act with the same key happens once. */
export function newRequestKey(): string {
  let time = Date.now();
  let head = "";
  for (let at = 0; at < TIME_CHARACTERS; at += 1) {
    head = ALPHABET.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
  return head + Array.from(bytes, (byte) => ALPHABET.charAt(byte % 32)).join("");
}
