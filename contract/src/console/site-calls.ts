import * as z from "zod";
import type { Call } from "../call.ts";
import {
  ConsoleSite,
  LogoChange,
  MAX_LOGO_BYTES,
  Pixel,
  PixelChange,
  PixelEvent,
  PixelTest,
  PixelTestAct,
  SiteChange,
} from "./site.ts";

const pixels = z.object({ pixels: z.array(Pixel), events: z.array(PixelEvent) });

/** The calls of the site's settings and of its pixels. */
export const consoleSiteCalls = {
  "GET /api/console/site": {
    summary: "Name, logo, colours, seller and the other settings of the site",
    cache: "private",
    info: ConsoleSite,
    console: { permission: "site" },
  },
  "POST /api/console/site": {
    summary: "Sets settings of the site, all or none",
    cache: "private",
    body: SiteChange,
    info: ConsoleSite,
    console: { permission: "site", writes: "site.set" },
  },
  "POST /api/console/site/logo": {
    summary: "Sets the logo of the site from a picture",
    cache: "private",
    body: LogoChange,
    maxBytes: MAX_LOGO_BYTES * 1.5,
    info: ConsoleSite,
    console: { permission: "site", writes: "site.set" },
  },
  "GET /api/console/pixels": {
    summary: "The pixels and their ids",
    cache: "private",
    info: pixels,
    console: { permission: "pixel" },
  },
  "POST /api/console/pixels/test": {
    summary: "Sends a test event for the id of a pixel to its vendor",
    cache: "private",
    body: PixelTestAct,
    info: PixelTest,
    console: { permission: "pixel", writes: "pixel.test" },
  },
  "POST /api/console/pixels": {
    summary: "Sets the id of a pixel, or removes it",
    cache: "private",
    body: PixelChange,
    info: pixels,
    console: { permission: "pixel", writes: "config.set", fresh: "always" },
  },
} as const satisfies Record<string, Call>;
