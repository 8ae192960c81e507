import { languages, parseLanguage, type Site } from "@cliffhanger/contract";
import { parseAddress } from "#platform/address";
import { isLoopback } from "#platform/loopback";
import { SaidError } from "#platform/said";

/** The fault of a setting, as a sentence for the operator. */
export class SettingError extends SaidError {}

/** A setting of the site: the values it accepts, and where it is stored. */
interface SettingForm {
  about: string;
  example: string;
  /** Parses the operator's input; throws a {@link SettingError}. */
  read(text: string): unknown;
  put(site: Site, value: never): Site;
}

/** Every setting. The logo's value here is the address of the stored image. */
export const settingForms = {
  name: {
    about: "name of the site",
    example: "Night Tram",
    read: (text: string) => row(text, 40),
    put: (site: Site, name: string) => ({ ...site, name }),
  },
  logo: {
    about: "image instead of the name, from a PNG, JPEG or WebP file",
    example: "logo.png",
    read: (text: string) => {
      if (/^\/media\/images\/[a-f0-9]{20}-\d{2,4}\.webp$/.test(text)) return text;
      throw new SettingError((t) => t("siteFault.logo", { text }));
    },
    put: (site: Site, logo: string) => ({ ...site, logo }),
  },
  accent: {
    about: "colour of buttons and marks, at the left end",
    example: "#FF4F64",
    read: colour,
    put: (site: Site, accent: string) => ({ ...site, colours: { ...site.colours, accent } }),
  },
  accentEnd: {
    about: "colour at the right end",
    example: "#FF8A4C",
    read: colour,
    put: (site: Site, accentEnd: string) => ({ ...site, colours: { ...site.colours, accentEnd } }),
  },
  sellerName: {
    about: "operator's name in terms and receipts",
    example: "Night Tram Films Ltd",
    read: (text: string) => row(text, 120),
    put: (site: Site, name: string) => ({ ...site, seller: { ...site.seller, name } }),
  },
  sellerAddress: {
    about: "operator's postal address",
    example: "12 Mill Lane, Leeds LS1 4AB, United Kingdom",
    read: (text: string) => row(text, 300),
    put: (site: Site, address: string) => ({ ...site, seller: { ...site.seller, address } }),
  },
  sellerEmail: {
    about: "email address for messages from visitors",
    example: "hello@nighttram.example",
    read: (text: string) => {
      const address = parseAddress(text);
      if (address) return address;
      throw new SettingError((t) => t("siteFault.email", { text }));
    },
    put: (site: Site, email: string) => ({ ...site, seller: { ...site.seller, email } }),
  },
  securityContact: {
    about: "contact for security reports: an email address or an https page, published in security.txt",
    example: "security@nighttram.example",
    read: (text: string) => {
      const value = text.trim();
      if (contactOf(value) !== null) return value;
      throw new SettingError((t) => t("siteFault.contact", { text }));
    },
    // No page and no call of the browser needs it.
    put: (site: Site) => site,
  },
  languages: {
    about: `languages that visitors may choose, of ${languages.join(", ")}`,
    example: "en,de",
    read: languageList,
    put: (site: Site, list: string) => ({ ...site, languages: list.split(",") }),
  },
  timezone: {
    about: "time zone of the console, and of new drops; planned drops keep theirs",
    example: "Europe/Madrid",
    read: timeZone,
    // Viewers see times in the zone of their device.
    put: (site: Site) => site,
  },
  errorsDsn: {
    about: "DSN of the Sentry or GlitchTip project for browser errors",
    example: "https://0123456789abcdef@errors.example.com/2",
    read: dsn,
    put: (site: Site, value: string) => ({ ...site, errors: { ...site.errors, dsn: value } }),
  },
  errorsDsnMarketing: {
    about: "DSN for errors on the marketing site",
    example: "https://fedcba9876543210@errors.example.com/3",
    read: dsn,
    put: (site: Site, value: string) => ({ ...site, errors: { ...site.errors, dsnMarketing: value } }),
  },
  errorsMarketingDomain: {
    about: "text that the marketing site's host names contain",
    example: "promo.example.com",
    read: domain,
    put: (site: Site, value: string) => ({ ...site, errors: { ...site.errors, marketingDomain: value } }),
  },
} satisfies Record<string, SettingForm>;

/** The name of a setting. */
export type SettingKey = keyof typeof settingForms;

/** Returns whether there is a setting of that name. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingForms, key);
}

/** Returns the site with a stored setting applied; unchanged when the stored value does not have the setting's form. */
export function withSetting(site: Site, key: string, stored: unknown): Site {
  if (!isSettingKey(key) || typeof stored !== "string") return site;
  const form: { read(text: string): string; put(site: Site, value: string): Site } = settingForms[key];
  try {
    return form.put(site, form.read(stored));
  } catch (error) {
    if (error instanceof SettingError) return site;
    throw error;
  }
}

/** Returns an email address or https page as security.txt names it; null when it is neither. */
export function contactOf(text: string): string | null {
  const address = parseAddress(text);
  if (address !== null) return `mailto:${address}`;
  const url = /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url && url.username === "" && url.password === "" ? url.href : null;
}

function row(text: string, maxLength: number): string {
  const value = text.trim().normalize("NFC");
  if (value === "") throw new SettingError((t) => t("siteFault.empty"));
  if (!value.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(value))
    throw new SettingError((t) => t("siteFault.lines"));
  const { length } = Array.from(value);
  if (length > maxLength) throw new SettingError((t) => t("siteFault.long", { length, most: maxLength }));
  return value;
}

function colour(text: string): string {
  const value = text.trim().toUpperCase();
  if (/^#[0-9A-F]{6}$/.test(value)) return value;
  throw new SettingError((t) => t("siteFault.colour", { text }));
}

function languageList(text: string): string {
  const list = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const language = parseLanguage(word);
      if (language) return language;
      throw new SettingError((t) => t("siteFault.language", { word, languages: languages.join(", ") }));
    });
  // Texts missing in a language are shown in English (R101), so every site has it.
  if (!list.includes("en")) throw new SettingError((t) => t("siteFault.english"));
  return languages.filter((language) => list.includes(language)).join(",");
}

function timeZone(text: string): string {
  const value = text.trim();
  // An offset such as +02:00 has no clock changes, so it is not taken.
  const named = Intl.supportedValuesOf("timeZone").find((one) => one.toLowerCase() === value.toLowerCase());
  if (named ?? value === "UTC") return named ?? value;
  throw new SettingError((t) => t("siteFault.zone", { text }));
}

function dsn(text: string): string {
  const value = text.trim();
  const url = URL.canParse(value) ? new URL(value) : null;
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  const form = /^https?:\/\/[A-Za-z0-9]+@[A-Za-z0-9.:[\]-]+(?:\/[A-Za-z0-9_-]+)*\/\d+$/;
  if (safe && form.test(value)) return value;
  throw new SettingError((t) => t("siteFault.dsn", { text }));
}

function domain(text: string): string {
  const value = text.trim().toLowerCase();
  if (/^(?=.{3,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(value)) return value;
  throw new SettingError((t) => t("siteFault.domain", { text }));
}
