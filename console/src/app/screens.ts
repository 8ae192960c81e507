import type { Permission } from "@cliffhanger/contract/console/permissions";
import {
  Activity,
  CalendarDays,
  ChartNoAxesCombined,
  CircleDollarSign,
  Clapperboard,
  FileText,
  Globe,
  LayoutPanelTop,
  type LucideIcon,
  MessageSquare,
  Radio,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldCheck,
  Sun,
  Tags,
  UserRound,
  Users,
} from "lucide-react";
import { type ComponentType, createElement, lazy, useState } from "react";
import type { MessageId } from "../lib/messages.ts";

/** A screen of the console at its address below `/console`. */
export interface Screen {
  path: string;
  title: MessageId;
  icon: LucideIcon;
  /** Whoever lacks it does not see the screen. */
  permission: Permission;
  /** Its part of the navigation; `first`: above all parts; null: reached by the operator's own name. */
  group: MessageId | "first" | null;
  /** Set for a screen that is reached from another one. */
  isInner?: boolean;
  /** Loads its code. */
  load: () => Promise<unknown>;
  Content: ComponentType;
}

function code(load: () => Promise<ComponentType>): Pick<Screen, "load" | "Content"> {
  let known: ComponentType | undefined;
  const loadKnown = async () => {
    known = await load();
    return { default: known };
  };
  const Later = lazy(loadKnown);
  function Content() {
    // Code that is there is rendered at once: after a fallback, React waits for a third of a second before it shows what came.
    const [Chosen] = useState(() => known ?? Later);
    return createElement(Chosen);
  }
  return { load: loadKnown, Content };
}

/** All screens of signed-in operators, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    path: "/",
    title: "today.title",
    icon: Sun,
    permission: "today",
    group: "first",
    ...code(() => import("../screens/today.tsx").then(({ TodayScreen }) => TodayScreen)),
  },
  {
    path: "/series",
    title: "series.title",
    icon: Clapperboard,
    permission: "series.read",
    group: "nav.content",
    ...code(() => import("../screens/series.tsx").then(({ SeriesScreen }) => SeriesScreen)),
  },
  {
    path: "/series/:id/:tab?",
    title: "series.title",
    icon: Clapperboard,
    permission: "series.read",
    group: null,
    isInner: true,
    ...code(() => import("../screens/series-one.tsx").then(({ SeriesOneScreen }) => SeriesOneScreen)),
  },
  {
    path: "/tags",
    title: "tags.title",
    icon: Tags,
    permission: "series.read",
    group: "nav.content",
    ...code(() => import("../screens/tags.tsx").then(({ TagsScreen }) => TagsScreen)),
  },
  {
    path: "/home",
    title: "home.title",
    icon: LayoutPanelTop,
    permission: "home",
    group: "nav.content",
    ...code(() => import("../screens/home.tsx").then(({ HomeScreen }) => HomeScreen)),
  },
  {
    path: "/calendar",
    title: "calendar.title",
    icon: CalendarDays,
    permission: "release.read",
    group: "nav.content",
    ...code(() => import("../screens/calendar.tsx").then(({ CalendarScreen }) => CalendarScreen)),
  },
  {
    path: "/orders",
    title: "orders.title",
    icon: ReceiptText,
    permission: "order.read",
    group: "nav.money",
    ...code(() => import("../screens/orders.tsx").then(({ OrdersScreen }) => OrdersScreen)),
  },
  {
    path: "/orders/:number",
    title: "orders.title",
    icon: ReceiptText,
    permission: "order.read",
    group: null,
    isInner: true,
    ...code(() => import("../screens/order-one.tsx").then(({ OrderOneScreen }) => OrderOneScreen)),
  },
  {
    path: "/review",
    title: "review.title",
    icon: Scale,
    permission: "review.read",
    group: "nav.money",
    ...code(() => import("../screens/review.tsx").then(({ ReviewScreen }) => ReviewScreen)),
  },
  {
    path: "/review/:id",
    title: "review.title",
    icon: Scale,
    permission: "review.read",
    group: null,
    isInner: true,
    ...code(() => import("../screens/review.tsx").then(({ ReviewScreen }) => ReviewScreen)),
  },
  {
    path: "/plans",
    title: "plans.title",
    icon: CircleDollarSign,
    permission: "plan.read",
    group: "nav.money",
    ...code(() => import("../screens/plans.tsx").then(({ PlansScreen }) => PlansScreen)),
  },
  {
    path: "/people",
    title: "people.title",
    icon: Users,
    permission: "person.read",
    group: "nav.viewers",
    ...code(() => import("../screens/people.tsx").then(({ PeopleScreen }) => PeopleScreen)),
  },
  {
    path: "/people/:id",
    title: "people.title",
    icon: Users,
    permission: "person.read",
    group: null,
    isInner: true,
    ...code(() => import("../screens/person.tsx").then(({ PersonScreen }) => PersonScreen)),
  },
  {
    path: "/tickets",
    title: "tickets.title",
    icon: MessageSquare,
    permission: "ticket.read",
    group: "nav.viewers",
    ...code(() => import("../screens/tickets.tsx").then(({ TicketsScreen }) => TicketsScreen)),
  },
  {
    path: "/tickets/:number",
    title: "tickets.title",
    icon: MessageSquare,
    permission: "ticket.read",
    group: null,
    isInner: true,
    ...code(() => import("../screens/ticket.tsx").then(({ TicketScreen }) => TicketScreen)),
  },
  {
    path: "/reports",
    title: "reports.title",
    icon: ChartNoAxesCombined,
    permission: "report",
    group: "nav.insight",
    ...code(() => import("../screens/reports.tsx").then(({ ReportsScreen }) => ReportsScreen)),
  },
  {
    path: "/reports/:kind",
    title: "reports.title",
    icon: ChartNoAxesCombined,
    permission: "report",
    group: null,
    isInner: true,
    ...code(() => import("../screens/reports.tsx").then(({ ReportsScreen }) => ReportsScreen)),
  },
  {
    path: "/site",
    title: "site.title",
    icon: Globe,
    permission: "site",
    group: "nav.system",
    ...code(() => import("../screens/site.tsx").then(({ SiteScreen }) => SiteScreen)),
  },
  {
    path: "/pages",
    title: "pages.heading",
    icon: FileText,
    permission: "site",
    group: "nav.system",
    ...code(() => import("../screens/pages.tsx").then(({ PagesScreen }) => PagesScreen)),
  },
  {
    path: "/pages/:name/:language",
    title: "pages.heading",
    icon: FileText,
    permission: "site",
    group: null,
    isInner: true,
    ...code(() => import("../screens/page-one.tsx").then(({ PageOneScreen }) => PageOneScreen)),
  },
  {
    path: "/pixels",
    title: "pixels.title",
    icon: Radio,
    permission: "pixel",
    group: "nav.system",
    ...code(() => import("../screens/pixels.tsx").then(({ PixelsScreen }) => PixelsScreen)),
  },
  {
    path: "/jobs",
    title: "jobs.title",
    icon: Activity,
    permission: "job.read",
    group: "nav.system",
    ...code(() => import("../screens/jobs.tsx").then(({ JobsScreen }) => JobsScreen)),
  },
  {
    path: "/team",
    title: "team.title",
    icon: ShieldCheck,
    permission: "team",
    group: "nav.system",
    ...code(() => import("../screens/team.tsx").then(({ TeamScreen }) => TeamScreen)),
  },
  {
    path: "/log",
    title: "log.title",
    icon: ScrollText,
    permission: "audit",
    group: "nav.system",
    ...code(() => import("../screens/log.tsx").then(({ LogScreen }) => LogScreen)),
  },
  {
    path: "/account",
    title: "account.title",
    icon: UserRound,
    permission: "self",
    group: null,
    ...code(() => import("../screens/account.tsx").then(({ AccountScreen }) => AccountScreen)),
  },
];
