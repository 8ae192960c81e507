import type { Today } from "@cliffhanger/contract/console/today";
import { renderToString } from "react-dom/server";
import { afterAll, expect, test } from "vitest";
import { showLanguage } from "../../lib/messages.ts";
import { setZone } from "../../lib/time.ts";
import { NetDays } from "./net-days.tsx";

afterAll(() => setZone("UTC"));

const days = ["2024-11-27", "2024-11-28"].map((day) => ({ day, net: 999, members: 1, unlocks: 0 }));
const numbers = { net: [{ now: { amount: 999, currency: "USD", exponent: 2, display: "" } }] };

test.each(["America/Los_Angeles", "UTC", "Pacific/Auckland", "Pacific/Kiritimati"])(
  "C50: Today names the days of its sales as they are in the site's zone, in %s",
  async (zone) => {
    await showLanguage("en");
    setZone(zone);
    const page = renderToString(<NetDays today={{ days, numbers } as unknown as Today} />);
    expect(page).toContain('aria-label="27 Nov 2024: $10; 28 Nov 2024: $10"');
    expect(page).toContain("<span>27 Nov 2024</span>");
  },
);
