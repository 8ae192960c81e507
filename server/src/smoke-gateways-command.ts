/** `npm run smoke:gateways`: tries everything that we rely on with the gateways' own test accounts. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Anonymiser,
  hasHint,
  loadSmoke,
  openPayPal,
  openStripe,
  type SkippedStep,
  type SmokeContext,
  type SmokeResult,
  type SmokeStep,
} from "#billing";
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { addressOf } from "#platform/config";
import type { PayPalSettings, StripeSettings } from "#platform/gateway-settings";
import { openRecordingProxy } from "#platform/recording-proxy";
import { plainText } from "#platform/terminal";
import { USAGE } from "./smoke-gateways-usage.ts";

const { cardPageStep, openAnonymiser, paypalSteps, runSmokeSteps, stripeSteps } = await loadSmoke();

/** In the metadata of the run's payments: the running site leaves the objects of another installation alone. */
const INSTALLATION = "smoke";
const POLL_MS = 1_000;
const STRIPE_URL = new URL("https://api.stripe.com");

/** The keys move real money. */
class LiveKeyError extends Error {}

const CHROMIUM = "/usr/bin/chromium";

type Options = { browser?: boolean | undefined; "skip-paypal-approval"?: boolean | undefined };
type Wanted = { browser: boolean; skipsApproval: boolean };

function workOf(options: Options, words: string[]): CommandWork | null {
  if (words.length > 0) return null;
  const { browser = false, "skip-paypal-approval": skipsApproval = false } = options;
  return (context) => run(context, { browser, skipsApproval });
}

const say = (text: string) => console.log(plainText(text, { lines: true }));

async function run(context: CommandContext, wanted: Wanted): Promise<number> {
  const { stripe, paypal, dataDir } = context.config;
  refuseLiveKeys(stripe, paypal);
  const anonymiser = openAnonymiser();
  const begun = new Date();
  const results = [
    ...(stripe ? await smokeStripe(context, stripe, { ...wanted, anonymiser }) : []),
    ...(paypal ? await smokePayPal(context, paypal, { ...wanted, anonymiser }) : []),
  ];
  if (!stripe) say("– Stripe: skipped: STRIPE_SECRET_KEY is not set");
  if (!paypal) say("– PayPal: skipped: PAYPAL_CLIENT_ID is not set");
  if (results.length === 0) {
    say("\nNothing was tried. Set the keys of a test account, see README.");
    return 1;
  }
  const file = await record(dataDir, begun, results);
  const count = (end: SmokeResult["result"]) => results.filter(({ result }) => result === end).length;
  const counts = `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
  say(`\n${counts}. The recording is ${file}.`);
  return count("failed") === 0 ? 0 : 1;
}

/** Throws before anything is sent: the steps charge and refund. */
function refuseLiveKeys(stripe: StripeSettings | null, paypal: PayPalSettings | null): void {
  if (stripe && !/^[sr]k_test_/.test(stripe.secretKey))
    throw new LiveKeyError("STRIPE_SECRET_KEY is a live key. Use one that begins with sk_test_.");
  if (paypal?.live)
    throw new LiveKeyError("PAYPAL_ENV is live. Use an app of PayPal's sandbox, and PAYPAL_ENV=sandbox.");
}

const contextOf = ({ config, db }: CommandContext, gateway: SmokeContext["gateway"]): SmokeContext => ({
  gateway,
  origin: addressOf(config),
  hasWebhook: (name, eventId) => hasHint(db, name, eventId),
  say,
  pollMs: POLL_MS,
});

async function smokeStripe(
  context: CommandContext,
  settings: StripeSettings,
  { anonymiser, browser }: { anonymiser: Anonymiser; browser: boolean },
): Promise<SmokeResult[]> {
  const recorder = await openRecordingProxy(settings.apiUrl ?? STRIPE_URL);
  try {
    const through = { ...settings, apiUrl: recorder.url };
    const gateway = openStripe(through, { log: context.log, installation: INSTALLATION });
    const steps = [...stripeSteps(contextOf(context, gateway)), ...browserSteps(context, settings, browser)];
    return await runSmokeSteps({ gateway: "Stripe", recorder, steps }, anonymiser, say);
  } finally {
    await recorder.close();
  }
}

/** The steps in a browser. Stripe's own script only comes with its own keys. */
function browserSteps(
  { config }: CommandContext,
  { apiUrl, scriptUrl }: StripeSettings,
  isWanted: boolean,
): (SmokeStep | SkippedStep)[] {
  const executable = process.env["CHROMIUM_PATH"] ?? CHROMIUM;
  const step = cardPageStep({ origin: addressOf(config), scriptUrl, executable });
  const byHand = "nobody is at the bank's page; pay with 4000 0027 6000 3184 by hand";
  const foreign = "needs test keys of Stripe itself; the keys are a simulator's";
  return [
    isWanted ? step : { name: step.name, skipped: "--browser was not given" },
    ...(apiUrl ? [{ name: "Stripe's own script under it", skipped: foreign }] : []),
    { name: "3-D Secure passes and fails at the bank", skipped: byHand },
  ];
}

async function smokePayPal(
  context: CommandContext,
  settings: PayPalSettings,
  { anonymiser, skipsApproval }: { anonymiser: Anonymiser; skipsApproval: boolean },
): Promise<SmokeResult[]> {
  const recorder = await openRecordingProxy(settings.apiUrl);
  try {
    const openAs = (vaultCharge: PayPalSettings["vaultCharge"]) =>
      openPayPal(
        { ...settings, apiUrl: recorder.url, vaultCharge },
        { log: context.log, installation: INSTALLATION },
      );
    const steps = paypalSteps(contextOf(context, openAs("create")), {
      capturing: openAs("capture"),
      skipsApproval,
    });
    return await runSmokeSteps({ gateway: "PayPal", recorder, steps }, anonymiser, say);
  } finally {
    await recorder.close();
  }
}

/** Writes the recording, which only its operator may read. */
async function record(dataDir: string, begun: Date, results: readonly SmokeResult[]): Promise<string> {
  const folder = join(dataDir, "smoke");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = begun.toISOString().slice(0, 19).replaceAll(":", "-");
  const file = join(folder, `${name}.json`);
  await writeFile(file, `${JSON.stringify({ begun, results }, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** The entry point of this command. */
export const main = commandMain({
  name: "smoke:gateways",
  usage: USAGE,
  options: { browser: { type: "boolean" }, "skip-paypal-approval": { type: "boolean" } },
  faults: [LiveKeyError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
});
await runIfStarted(import.meta, main);
