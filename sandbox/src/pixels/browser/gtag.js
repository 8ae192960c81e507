// Takes over window.dataLayer as Google's own script does: works off what was pushed, then answers every push at once.
(() => {
  window.dataLayer ??= [];
  const layer = window.dataLayer;
  if (layer.simulator) return;
  layer.simulator = true;
  const tags = new Map();
  const consent = { ad_storage: "granted", analytics_storage: "granted" };
  const common = {};
  const session = Math.floor(Date.now() / 1000);
  let sent = 0;

  function client() {
    const made = `${Math.floor(Math.random() * 1e9)}.${session}`;
    if (consent.analytics_storage === "denied") return made;
    return (cookies.read("_ga") ?? cookies.keep("_ga", `GA1.1.${made}`, 63_072_000)).slice("GA1.1.".length);
  }

  function send(id, name, params) {
    if (window[`ga-disable-${id}`]) return;
    sent += 1;
    const {
      page_location: place = location.href,
      currency,
      items,
      ...rest
    } = { ...common, ...tags.get(id), ...params };
    const signal = `G1${consent.ad_storage === "granted" ? 1 : 0}${consent.analytics_storage === "granted" ? 1 : 0}`;
    const query = new URLSearchParams({
      v: "2",
      tid: id,
      gcs: signal,
      cid: client(),
      ul: navigator.language.toLowerCase(),
      sr: `${screen.width}x${screen.height}`,
      _s: String(sent),
      sid: String(session),
      dl: place,
      dr: document.referrer,
      dt: document.title,
      en: name,
    });
    if (currency) query.set("cu", currency);
    for (const [at, item] of (items ?? []).entries())
      query.set(
        `pr${at + 1}`,
        [`id${item.item_id}`, `nm${item.item_name ?? ""}`, `pr${item.price ?? ""}`].join("~"),
      );
    for (const [key, value] of Object.entries(rest)) {
      if (key === "send_page_view" || value === undefined) continue;
      query.set(typeof value === "number" ? `epn.${key}` : `ep.${key}`, String(value));
    }
    const url = `${ORIGIN}/g/collect?${query}`;
    if (!navigator.sendBeacon(url)) void fetch(url, { method: "POST", mode: "no-cors", keepalive: true });
  }

  const commands = {
    js: () => undefined,
    config(id, params = {}) {
      tags.set(id, params);
      if (params.send_page_view !== false) send(id, "page_view", {});
    },
    event(name, params) {
      for (const id of tags.keys()) send(id, name, params);
    },
    consent(_, params) {
      Object.assign(consent, params);
    },
    set(name, value) {
      Object.assign(common, typeof name === "string" ? { [name]: value } : name);
    },
  };
  const take = (given) => {
    const [command, ...rest] = Array.from(given);
    commands[command]?.(...rest);
  };
  for (const given of [...layer]) take(given);
  layer.push = (...all) => {
    for (const given of all) {
      Array.prototype.push.call(layer, given);
      take(given);
    }
    return layer.length;
  };
})();
