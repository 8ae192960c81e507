// What the vendors' scripts share: cookies of the page's own host, as all of theirs are.
// biome-ignore lint/correctness/noUnusedVariables: the script that is sent after it uses it.
const cookies = {
  read(name) {
    const kept = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
    return kept?.slice(name.length + 1);
  },
  keep(name, value, seconds) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
    document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
    return value;
  },
};
