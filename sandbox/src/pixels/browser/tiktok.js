// Takes over window.ttq as TikTok's own script does: works off the queue, then answers every call at once.
(() => {
  const name = window.TiktokAnalyticsObject ?? "ttq";
  const queue = window[name];
  if (!Array.isArray(queue) || queue.simulator) return;
  let consent = "granted";
  const held = [];
  const session = `${Date.now()}::${Math.random().toString(36).slice(2)}`;

  function browserId() {
    const signs = "0123456789abcdefghijklmnopqrstuvwxyz";
    const made = () => Array.from({ length: 27 }, () => signs[Math.floor(Math.random() * 36)]).join("");
    return cookies.read("_ttp") ?? cookies.keep("_ttp", made(), 33_696_000);
  }

  function send(event, properties, eventId) {
    const codes = Object.keys(queue._i ?? {});
    for (const code of codes) {
      const callback = new URLSearchParams(location.search).get("ttclid");
      const body = JSON.stringify({
        event,
        event_id: eventId ?? "",
        message_id: `messageId-${Date.now()}-${Math.random().toString(36).slice(2)}`,
        is_onsite: false,
        timestamp: new Date().toISOString(),
        context: {
          ad: callback ? { callback, sdk_env: "external" } : { sdk_env: "external" },
          user: { anonymous_id: browserId() },
          pixel: { code, runtime: "1" },
          page: { url: location.href, referrer: document.referrer },
          library: { name: "pixel.js", version: "2.2.0" },
          session_id: session,
          userAgent: navigator.userAgent,
        },
        properties: properties ?? {},
      });
      const url = `${ORIGIN}/api/v2/pixel`;
      // As plain text, so that no browser asks for leave first.
      if (!navigator.sendBeacon(url, body))
        void fetch(url, { method: "POST", body, mode: "no-cors", keepalive: true });
    }
  }

  function tell(event, properties, options) {
    const one = () => send(event, properties, options?.event_id);
    if (consent === "granted") one();
    else if (consent === "held") held.push(one);
  }

  const methods = {
    page: (properties, options) => tell("Pageview", properties, options),
    track: (event, properties, options) => tell(event, properties, options),
    holdConsent() {
      consent = "held";
    },
    grantConsent() {
      consent = "granted";
      for (const one of held.splice(0)) one();
    },
    revokeConsent() {
      consent = "revoked";
      held.length = 0;
    },
    ready: (then) => then(),
  };
  const waiting = queue.splice(0);
  queue.simulator = true;
  for (const method of queue.methods ?? Object.keys(methods))
    queue[method] = (...given) => methods[method]?.(...given);
  queue.push = ([method, ...given]) => methods[method]?.(...given);
  for (const [method, ...given] of waiting) methods[method]?.(...given);
})();
