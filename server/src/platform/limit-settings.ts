/** What one network address (one /64 of IPv6) may do before it is throttled. */
export interface Limits {
  /** New guests in ten minutes that are saved at once; further ones are served, and saved with their first action. */
  guests: number;
  /** Registrations in an hour before each has to wait. */
  registrations: number;
  /** Wrong passwords in an hour, for any account, before each has to wait. */
  wrongPasswords: number;
  /** Reports of the content security policy in a minute that are counted. */
  cspReports: number;
}

interface LimitSetting {
  name: string;
  fallback: string;
  meaning: string;
  limit: keyof Limits;
}

/** The settings of this file, as the documentation prints them. */
export const limitSettings: readonly LimitSetting[] = [
  {
    name: "LIMIT_GUESTS",
    fallback: "300",
    meaning:
      "New guests per address (IPv6: /64) in ten minutes that are saved at once; further ones are served all the same, and saved with their first action",
    limit: "guests",
  },
  {
    name: "LIMIT_REGISTRATIONS",
    fallback: "30",
    meaning: "Registrations per address in an hour before each has to wait, up to five minutes",
    limit: "registrations",
  },
  {
    name: "LIMIT_WRONG_PASSWORDS",
    fallback: "30",
    meaning: "Wrong passwords per address in an hour before each has to wait, up to a quarter of an hour",
    limit: "wrongPasswords",
  },
  {
    name: "LIMIT_CSP_REPORTS",
    fallback: "20",
    meaning: "Browsers' reports about the content security policy per address in a minute that are counted",
    limit: "cspReports",
  },
];

/** Reads the limits; a value that is not a positive integer becomes a fault. */
export function readLimits(text: (name: string) => string | null, faults: string[]): Limits {
  const entries = limitSettings.map(({ name, fallback, limit }) => {
    const value = text(name) ?? fallback;
    if (/^[1-9]\d{0,8}$/.test(value)) return [limit, Number(value)];
    faults.push(`${name} is "${value}"; give a whole number from 1 to 999999999.`);
    return [limit, Number(fallback)];
  });
  return Object.fromEntries(entries) as Limits;
}
