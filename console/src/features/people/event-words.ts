import type { TimelineEvent } from "@cliffhanger/contract/console/timeline";
import {
  Check,
  CircleX,
  CreditCard,
  Gift,
  Lock,
  LogIn,
  type LucideIcon,
  Mail,
  MessageSquare,
  MousePointerClick,
  NotebookPen,
  Play,
  ReceiptText,
  ShoppingBag,
  Undo2,
} from "lucide-react";
import { isMessage, t } from "../../lib/messages.ts";
import { formatDay, formatSpan } from "../../lib/time.ts";

/** An event as its line shows it. */
export interface EventWords {
  icon: LucideIcon;
  tone: "plain" | "green" | "red" | "amber";
  title: string;
  detail: string;
  /** Where it opens, with the word on the button. */
  opens: { path: string; label: string } | null;
}

/** Returns the text of a message whose id ends with a value of the server; the value itself where there is none. */
function worded(group: string, value: string): string {
  const id = `${group}.${value}`;
  return isMessage(id) ? t(id) : value;
}

function join(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

type Of<K extends TimelineEvent["kind"]> = Extract<TimelineEvent, { kind: K }>;
const plain = { tone: "plain", opens: null } as const;

/** Returns the words of an event. What strangers wrote is text, whatever it looks like. */
export function wordsOf(event: TimelineEvent): EventWords {
  switch (event.kind) {
    case "visit":
      return visit(event);
    case "step":
      return step(event);
    case "watched":
      return watched(event);
    case "order":
    case "payment":
    case "refund":
      return money(event);
    case "mail":
      return {
        ...plain,
        icon: Mail,
        tone: event.state === "accepted" ? "plain" : event.state === "refused" ? "red" : "amber",
        title: worded("event.mail", event.mail),
        detail: join([t(`event.mailState.${event.state}`), event.answer]),
      };
    case "sign_in":
      return { ...plain, icon: LogIn, title: t(`event.signIn.${event.what}`), detail: event.device ?? "" };
    case "consent":
      return consent(event);
    case "ticket":
      return {
        icon: MessageSquare,
        tone: event.state === "open" ? "amber" : "plain",
        title: t("event.ticket", { number: event.number, subject: event.subject }),
        detail: event.text,
        opens: { path: `/tickets/${event.number}`, label: t("event.open") },
      };
    case "act":
      return {
        ...plain,
        icon: Gift,
        title: worded("action", event.action),
        detail: join([
          event.series?.title ?? null,
          event.until && t("people.until", { at: formatDay(event.until) }),
          event.reason,
          event.by && t("event.by", { name: event.by }),
        ]),
      };
    case "note":
      return {
        ...plain,
        icon: NotebookPen,
        title: event.text,
        detail: event.by ? t("event.by", { name: event.by }) : "",
      };
  }
}

function visit({ channel, campaign, landing, series }: Of<"visit">): EventWords {
  const how = worded("event.channel", channel);
  return {
    ...plain,
    icon: MousePointerClick,
    title: campaign ? t("event.cameBy", { how, campaign }) : t("event.came", { how }),
    detail: series?.title ?? landing ?? "",
  };
}

function step({ step: name, series, episode }: Of<"step">): EventWords {
  const title = series?.title ?? "";
  return {
    ...plain,
    icon: name === "first_frame" ? Play : name === "paywall" ? Lock : ShoppingBag,
    title: t(`event.step.${name}`, { series: title }),
    detail: episode > 0 ? t("event.episode", { number: episode }) : "",
  };
}

function watched({ series, from, to, episodes, seconds, stoppedAt }: Of<"watched">): EventWords {
  return {
    ...plain,
    icon: Play,
    title: t("event.watched", {
      series: series?.title ?? "",
      count: episodes,
      episodes: from === to ? `${from}` : `${from}–${to}`,
    }),
    detail: join([
      formatSpan(seconds),
      stoppedAt === null ? t("event.toTheEnd") : t("event.stopped", { number: to, at: clockOf(stoppedAt) }),
    ]),
  };
}

/** Returns a place in a film as `2:07`. */
function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function money(event: Of<"order"> | Of<"payment"> | Of<"refund">): EventWords {
  const { number, total } = event;
  const opens = { path: `/orders/${number}`, label: t("event.open") };
  if (event.kind === "order") {
    const isPaid = event.state === "paid";
    return {
      icon: isPaid ? Check : ReceiptText,
      tone: isPaid ? "green" : "plain",
      title: t("event.order", { number, total }),
      detail: join([event.title, t(`event.of.${event.of}`), t(`find.order.${event.state}`)]),
      opens,
    };
  }
  if (event.kind === "refund")
    return {
      icon: Undo2,
      tone: event.state === "failed" ? "red" : "plain",
      title: t("event.refund", { number, total }),
      detail: join([t(`event.refundState.${event.state}`), t(`event.refundBy.${event.by}`)]),
      opens,
    };
  const { outcome, decline, method, gateway } = event;
  const isDeclined = outcome === "declined" || decline !== null;
  return {
    icon: isDeclined ? CircleX : CreditCard,
    tone: isDeclined ? "red" : outcome === "succeeded" ? "green" : "plain",
    title: t(isDeclined ? "event.declined" : "event.charged", { number, total }),
    detail: join([
      isDeclined ? decline : worded("event.outcome", outcome ?? "unknown"),
      method,
      worded("event.gateway", gateway),
    ]),
    opens,
  };
}

function consent({ allowed, document, version }: Of<"consent">): EventWords {
  if (allowed === null)
    return {
      ...plain,
      icon: Check,
      title: t("event.agreed", { document: worded("pages.name", document ?? "") }),
      detail: t("event.version", { version }),
    };
  return {
    ...plain,
    icon: Check,
    title: t("event.consent"),
    detail: join([
      t("event.ads", { answer: t(allowed.ads ? "event.allowed" : "event.refused") }),
      t("event.analytics", { answer: t(allowed.analytics ? "event.allowed" : "event.refused") }),
    ]),
  };
}
