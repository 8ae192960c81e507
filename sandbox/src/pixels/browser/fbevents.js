// Takes over window.fbq as Meta's own script does: works off the queue, then answers every call at once.
(() => {
  const pixels = [];
  const held = [];
  let granted = true;
  const fbq = window.fbq;
  if (!fbq || fbq.callMethod) return;

  function browserId() {
    const made = () => `fb.1.${Date.now()}.${Math.floor(Math.random() * 1e18)}`;
    return cookies.read("_fbp") ?? cookies.keep("_fbp", made(), 7_776_000);
  }

  function clickId() {
    const fbclid = new URLSearchParams(location.search).get("fbclid");
    return fbclid ? cookies.keep("_fbc", `fb.1.${Date.now()}.${fbclid}`, 7_776_000) : cookies.read("_fbc");
  }

  function send(id, event, data, options) {
    const query = new URLSearchParams({
      id,
      ev: event,
      dl: location.href,
      rl: document.referrer,
      if: String(window.top !== window),
      ts: String(Date.now()),
    });
    for (const [name, value] of Object.entries(data ?? {}))
      query.set(`cd[${name}]`, typeof value === "object" ? JSON.stringify(value) : String(value));
    query.set("sw", String(screen.width));
    query.set("sh", String(screen.height));
    query.set("v", "2.9.0");
    query.set("fbp", browserId());
    const fbc = clickId();
    if (fbc) query.set("fbc", fbc);
    if (options?.eventID) query.set("eid", options.eventID);
    query.set("rqm", "GET");
    new Image().src = `${ORIGIN}/tr/?${query}`;
  }

  function track(event, data, options, only) {
    const all = only ? [only] : pixels;
    const tell = () => {
      for (const id of all) send(id, event, data, options);
    };
    if (granted) tell();
    else held.push(tell);
  }

  const methods = {
    init: (id) => void pixels.push(String(id)),
    set: () => undefined,
    track: (event, data, options) => track(event, data, options),
    trackCustom: (event, data, options) => track(event, data, options),
    trackSingle: (id, event, data, options) => track(event, data, options, id),
    trackSingleCustom: (id, event, data, options) => track(event, data, options, id),
    consent(what) {
      granted = what === "grant";
      if (granted) for (const one of held.splice(0)) one();
    },
  };
  fbq.callMethod = (name, ...given) => methods[name]?.(...given);
  for (const given of fbq.queue.splice(0)) fbq.callMethod(...given);
  // As the vendor's does, unless a page says otherwise: every change of the address counts as a page.
  const push = history.pushState;
  history.pushState = function (...given) {
    push.apply(this, given);
    if (!fbq.disablePushState) track("PageView");
  };
})();
