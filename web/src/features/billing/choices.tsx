import type { Money, Plan } from "@cliffhanger/contract";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../lib/use-language.ts";
import type { Choice } from "./selection.ts";

interface ChoicesProps {
  plans: readonly Plan[];
  /** The plan of the user's ended membership. */
  lastPlan?: string | null;
  unlock: { price: Money; perEpisode: Money; text: string } | null;
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
  /** What is wrong with the choice: nothing is chosen yet. */
  fault: string | null;
  /** Where a choice is paid; with it the choices are links. */
  hrefOf?: ((choice: Choice) => string) | undefined;
}

/**
 * Renders what can be bought, the series before the plans, each with its whole price; the price per episode or day is
 * smaller and next to it (R31). Nothing is preselected.
 */
export function Choices(props: ChoicesProps) {
  const { plans, lastPlan = null, unlock, chosen, onChoose, fault, hrefOf } = props;
  const t = useMessages();
  const row = (choice: Choice, value: string, shown: RowTextProps) =>
    hrefOf ? (
      <LinkRow key={value} href={hrefOf(choice)} {...shown} />
    ) : (
      <ChoiceRow
        key={value}
        value={value}
        checked={choice.kind === chosen?.kind && (chosen.kind === "unlock" || chosen.planId === value)}
        onChoose={() => onChoose(choice)}
        {...shown}
      />
    );
  return (
    <fieldset aria-describedby={fault ? "choice-fault" : undefined} className="min-w-0 space-y-2.5">
      <legend className="sr-only">{t("offer.legend")}</legend>
      {unlock ? <GroupName text={t("offer.thisSeries")} /> : null}
      {unlock
        ? row({ kind: "unlock" }, "unlock", {
            name: t("offer.unlock"),
            text: unlock.text,
            price: unlock.price.display,
            beside: t("offer.perEpisode", { price: unlock.perEpisode.display }),
            badge: null,
          })
        : null}
      {unlock && plans.length > 0 ? <GroupName text={t("offer.allSeries")} /> : null}
      {plans.map((plan) =>
        row({ kind: "subscribe", planId: plan.id }, plan.id, {
          name: plan.name,
          text: `${plan.id === lastPlan ? `${t("membership.resume")} · ` : ""}${t("offer.everySeries", { count: plan.periodDays })}`,
          price: plan.price.display,
          beside: t("offer.perDay", { price: plan.perDay.display }),
          badge: plan.badge,
        }),
      )}
      <p id="choice-fault" role="alert" className="text-sm font-medium text-accent empty:hidden">
        {fault}
      </p>
    </fieldset>
  );
}

function GroupName({ text }: { text: string }) {
  return (
    <p className="pt-1 text-sm font-semibold wrap-break-word hyphens-auto text-muted not-first:pt-2">
      {text}
    </p>
  );
}

interface ChoiceRowProps {
  value: string;
  name: string;
  text: string;
  price: string;
  beside?: string;
  badge: string | null;
  checked: boolean;
  onChoose: () => void;
}

function ChoiceRow({ value, name, text, price, beside, badge, checked, onChoose }: ChoiceRowProps) {
  return (
    <label
      className={`relative flex min-h-17 cursor-pointer items-center gap-3 rounded-lg border px-[min(0.875rem,4vw)] py-3 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${
        checked
          ? "border-accent bg-accent/12 ring-1 ring-accent"
          : "border-line bg-raised hover:border-white/25"
      }`}
    >
      <input
        type="radio"
        name="choice"
        value={value}
        checked={checked}
        onChange={onChoose}
        className="absolute size-px opacity-0"
      />
      <Mark checked={checked} />
      <RowText {...{ name, text, price, beside, badge }} />
    </label>
  );
}

type RowTextProps = Pick<ChoiceRowProps, "name" | "text" | "price" | "beside" | "badge">;

function RowText({ name, text, price, beside, badge }: RowTextProps) {
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <span className="min-w-0 flex-[1_1_8rem]">
          <span className="block leading-5 font-semibold wrap-break-word hyphens-auto">{name}</span>
          <span className="mt-1 block text-xs text-balance wrap-break-word text-muted">{text}</span>
        </span>
        <span className="tabular ml-auto min-w-0 text-right">
          <span className="block text-lg leading-6 font-bold whitespace-nowrap">{price}</span>
          {beside ? <span className="block text-xs text-muted">{beside}</span> : null}
        </span>
      </span>
      {badge ? (
        <span className="absolute -top-2.5 right-4 rounded-sm bg-gold px-2 py-0.5 text-xs font-bold text-black">
          {badge}
        </span>
      ) : null}
    </>
  );
}

/** Renders a choice that leads to the document where it is paid: without a saved method nothing is chosen here. */
function LinkRow({ href, ...shown }: RowTextProps & { href: string }) {
  return (
    <a
      href={href}
      className="relative flex min-h-17 items-center gap-3 rounded-lg border border-line bg-raised px-[min(0.875rem,4vw)] py-3 transition-colors duration-150 hover:border-white/25"
    >
      <RowText {...shown} />
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </a>
  );
}

function Mark({ checked }: { checked: boolean }) {
  return (
    <span
      aria-hidden
      className={`flex size-5.5 shrink-0 items-center justify-center rounded-full border-2 ${checked ? "border-accent" : "border-white/45"}`}
    >
      {checked ? <span className="size-2.5 rounded-full bg-accent" /> : null}
    </span>
  );
}

/** Renders one of a few exclusive options as a segment of a bar. */
export function Segment({
  name,
  value,
  checked,
  onChoose,
  children,
}: {
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label
      className={`relative flex min-h-12 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md border px-3 py-2 text-center font-medium transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${
        checked ? "border-transparent bg-text text-ground" : "border-line hover:bg-white/10"
      }`}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="absolute size-px opacity-0"
      />
      {children}
    </label>
  );
}
