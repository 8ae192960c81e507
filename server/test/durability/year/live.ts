import { after, day, hour, minute, openAgenda } from "./agenda.ts";
import { audit, checkAcknowledged, checkMembership, closeYear, renewedAllYear } from "./audit.ts";
import { type Buyer, makeBuyer } from "./buyer.ts";
import type { Story } from "./course.ts";
import { Breach, pick, sequence } from "./journal.ts";
import { Mails } from "./mails.ts";
import { Follower } from "./membership.ts";
import { stories } from "./stories.ts";
import { type Stage, whenThere } from "./story.ts";
import { spreadTroubles, steps } from "./troubles.ts";
import { openWorld, type World } from "./world.ts";

/** How large a run is. */
export interface Size {
  seed: number;
  buyers: number;
  months: number;
  /** Only stories whose names have one of these in them, between commas. */
  stories?: string | undefined;
}

/** Twelve of them are a year and a week, so that plans of a year renew. */
const monthDays = 31;
/**
 * Minutes after a death at which its work is taken up. For real, nodes ask after a charge within seconds; in one leap of hours
 * the gateway would have forgotten the key by which it can be sent again, and a renewal would wait 48 hours for proof.
 */
const recovery = [1, 3, 6, 10, 20, 40, 90];

/** Lives through it; throws a {@link Breach} where something must not be. */
export async function live({ seed, buyers: most, months, stories: named = "" }: Size) {
  const random = sequence(seed);
  const world = await openWorld();
  const agenda = openAgenda();
  const follower = new Follower(world, agenda);
  const mails = new Mails(world);
  const counts: Record<string, number> = {};
  const days = months * monthDays;
  let buyers: Buyer[] = [];
  const first = nextNoon(world.now());
  // In the evening, as at every month's end.
  const end = after(first, days * day + 9 * hour);
  try {
    await addPlans(world);
    const told = stories.filter(({ name }) => named.split(",").some((part) => name.includes(part)));
    buyers = cast({ world, agenda, follower, counts }, { random, most, days, first, told });
    spreadTroubles({ world, agenda, follower, random, counts }, first, days);
    for (let month = 1; month <= months; month++)
      // In the evening, when no period ends: the audit takes some hours.
      agenda.at(after(first, (month * monthDays - 1) * day + 9 * hour), `month ${month}`, async () => {
        await audit(world, buyers, follower);
        console.log(
          `Month ${month}: ${paymentsOf(buyers)} payments, ${world.kills().nodes} nodes and ${world.kills().postgres} PostgreSQL killed, ${mails.count} mails`,
        );
      });
    for (let week = 1; week * 7 < days; week++)
      agenda.at(after(first, week * 7 * day + 8.2 * hour), "somebody is looked at", async () => {
        for (const membership of sample(random, follower.all, 4))
          await checkMembership(world, follower, membership);
      });
    await run(world, agenda, end, { buyers, mails });
    // Of renewals that wait for their outcome nobody knows yet whether they are paid: the books are closed without any.
    for (let more = 1; more <= 30 && follower.isWaiting(after(world.now(), 5 * hour)); more++)
      await run(world, agenda, after(end, more * day), { buyers, mails });
    await closeYear(world, buyers, follower);
    await mails.check(buyers);
    for (const [method, renewed] of Object.entries(renewedAllYear(world, follower)))
      counts[`memberships by ${method} that renewed to the end`] = renewed;
    if (months >= 12) enoughTrouble(world, counts);
    return summary(world, buyers, counts, mails);
  } catch (error) {
    const logs = world.nodes.map((node) => node.log()).filter(Boolean);
    if (logs.length > 0) console.error(`The nodes' logs end with:\n${logs.join("\n").slice(-6000)}`);
    const hurt = buyers.find(({ name }) => error instanceof Breach && name === error.buyer);
    if (hurt) console.error(`The newest rows of ${hurt.name}:\n${await rowsOf(world, hurt).catch(String)}`);
    throw error;
  } finally {
    await world.close();
  }
}

async function run(
  world: World,
  agenda: ReturnType<typeof openAgenda>,
  end: Date,
  { buyers, mails }: { buyers: readonly Buyer[]; mails: Mails },
): Promise<void> {
  let killed = 0;
  for (let entry = agenda.next(end); entry; entry = agenda.next(end)) {
    if (process.env["YEAR_TRACE"])
      console.log(`${world.now().toISOString()} → ${entry.when.toISOString()} ${entry.what}`);
    await world.goTo(entry.when);
    await entry.run();
    await mails.take();
    const { nodes, postgres } = world.kills();
    if (nodes + postgres === killed) continue;
    killed = nodes + postgres;
    for (const minutes of recovery)
      agenda.at(after(world.now(), minutes * minute), "nodes recover from a death");
    await world.settle();
    await checkAcknowledged(world, buyers);
  }
}

/** Draws the buyers: every story in turn, shuffled by the seed, with a method, a plan, a currency and a day. */
function cast(
  { world, agenda, follower, counts }: Pick<Stage, "world" | "agenda" | "follower" | "counts">,
  {
    random,
    most,
    days,
    first,
    told,
  }: { random: () => number; most: number; days: number; first: Date; told: readonly Story[] },
): Buyer[] {
  const shuffled = sample(random, told, told.length);
  let hours = 0;
  return Array.from({ length: most }, (_, at) => {
    const story = shuffled[at % shuffled.length] as Story;
    const method = story.methods[Math.floor(at / shuffled.length) % story.methods.length] ?? "card";
    const name = `buyer ${at + 1} (${story.name}, ${method})`;
    const buyer = makeBuyer(world, at + 1, {
      name,
      random: sequence(Math.floor(random() * 2 ** 31)),
      currency: pick(random, method === "card" ? ["USD", "EUR", "BRL"] : ["USD", "EUR"]),
      card: story.card ?? pick(random, ["pm_card_visa", "pm_card_mastercard", "pm_card_amex"]),
      payer: `${story.payer ?? "funded"}:year-${at + 1}`,
      asGuest: story.asGuest ?? false,
      // A guest at PayPal has the address of their account there.
      ...(story.asGuest && method === "paypal" ? { email: `ada.able.year-${at + 1}@example.com` } : {}),
    });
    const stage: Stage = { world, agenda, follower, buyer, method, counts, days: pick(random, story.days) };
    const day0 = Math.floor(random() * Math.max(1, days * 0.7));
    // One that breaks a gateway for others renews at a time of its own, an hour and more before noon.
    const time = story.alone ? -10 * hour + (hours++ % 16) * 35 * minute : 0;
    const when = after(first, (day0 + (story.guestDays ?? 0)) * day + time);
    if (story.guestDays !== undefined)
      agenda.at(after(first, day0 * day), `${name}: comes as a guest`, async () => {
        await buyer.person();
        if (await buyer.opens()) throw buyer.breach("a guest watches what is locked");
      });
    // One in four pays while a node is about to die at a step of the payment.
    const death = random() < 0.25 ? { node: pick(random, world.nodes), step: pick(random, steps) } : null;
    agenda.at(when, `${name}: begins`, () =>
      whenThere(stage, method, async () => {
        death?.node.kill(death.step);
        await story.live(stage);
      }),
    );
    return buyer;
  });
}

/** A year must have been hard: at least as much went wrong as the specification asks for. */
function enoughTrouble(world: World, counts: Record<string, number>): void {
  const { nodes, postgres } = world.kills();
  const sum = (part: string) =>
    Object.entries(counts).reduce((all, [what, count]) => all + (what.startsWith(part) ? count : 0), 0);
  const [webhooks, lost] = [sum("days on which webhooks were"), sum("answers of PayPal lost")];
  if (nodes + postgres < 20 || webhooks < 50 || lost < 5)
    throw new Error(
      `The year was too easy: ${nodes + postgres} kills, ${webhooks} troubles of webhooks, ${lost} lost answers`,
    );
}

/** Plans beside those that every site begins with, by the operator's command. */
async function addPlans(world: World): Promise<void> {
  for (const [days, amounts] of [
    [90, ["USD=49.99", "EUR=47.99", "BRL=149.90"]],
    [182, ["USD=79.99", "EUR=76.99", "BRL=239.90"]],
  ] as const)
    await world.command("billing/sales/plan-command.ts", [
      ...["add", `days-${days}`, "--days", String(days), "--name", `${days} days`],
      ...amounts,
    ]);
}

/** What the database holds of a buyer's newest payments, to find out how a breach came about. */
async function rowsOf(world: World, buyer: Buyer): Promise<string> {
  const { orders } = await buyer.payments();
  const rows = await world.query(
    `select o.id, o.state, o.created_at, s.state as subscription, s.next_action_at, s.lease_until, p.id as payment,
       p.state as payment_state, p.next_inspect_at, p.inspections, a.n, a.outcome, a.created_at as begun_at, a.ended_at
     from purchase_order o left join subscription s on s.id = o.subscription_id
     left join payment p on p.order_id = o.id left join payment_attempt a on a.payment_id = p.id
     where o.id = any($1) order by o.created_at desc, a.created_at desc limit 8`,
    [orders.map(({ id }) => id)],
  );
  return rows.map((row) => JSON.stringify(row)).join("\n");
}

function summary(world: World, buyers: readonly Buyer[], counts: Record<string, number>, mails: Mails) {
  const totals: Record<string, number> = {};
  for (const { journal } of buyers)
    for (const { method, currency, amount } of journal.agreed) {
      const key = `${method} ${currency}`;
      totals[key] = (totals[key] ?? 0) + amount;
    }
  const { nodes, postgres } = world.kills();
  const renewals = buyers
    .flatMap(({ journal }) => journal.agreed)
    .filter(({ what }) => what.startsWith("renewal"));
  return {
    totals,
    counts: {
      buyers: buyers.length,
      payments: paymentsOf(buyers),
      renewals: renewals.length,
      ...Object.fromEntries(Object.entries(counts).toSorted(([one], [other]) => one.localeCompare(other))),
      "nodes killed": nodes,
      "PostgreSQL killed": postgres,
      mails: mails.count,
    },
  };
}

const paymentsOf = (buyers: readonly Buyer[]) =>
  buyers.flatMap(({ journal }) => journal.agreed).filter(({ amount }) => amount > 0).length;

function nextNoon(now: Date): Date {
  const noon = new Date(now);
  noon.setUTCHours(12, 0, 0, 0);
  return noon > now ? noon : after(noon, day);
}

function sample<T>(random: () => number, list: readonly T[], most: number): T[] {
  const rest = [...list];
  const drawn: T[] = [];
  while (rest.length > 0 && drawn.length < most)
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return drawn;
}
