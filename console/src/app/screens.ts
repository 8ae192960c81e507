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
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
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
  Content: LazyExoticComponent<ComponentType>;
}

/** All screens of signed-in operators, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    path: "/",
    title: "today.title",
    icon: Sun,
    permission: "today",
    group: "first",
    Content: lazy(() => import("../screens/today.tsx").then(({ TodayScreen }) => ({ default: TodayScreen }))),
  },
  {
    path: "/series",
    title: "series.title",
    icon: Clapperboard,
    permission: "series.read",
    group: "nav.content",
    Content: lazy(() =>
      import("../screens/series.tsx").then(({ SeriesScreen }) => ({ default: SeriesScreen })),
    ),
  },
  {
    path: "/series/:id/:tab?",
    title: "series.title",
    icon: Clapperboard,
    permission: "series.read",
    group: null,
    isInner: true,
    Content: lazy(() =>
      import("../screens/series-one.tsx").then(({ SeriesOneScreen }) => ({ default: SeriesOneScreen })),
    ),
  },
  {
    path: "/tags",
    title: "tags.title",
    icon: Tags,
    permission: "series.read",
    group: "nav.content",
    Content: lazy(() => import("../screens/tags.tsx").then(({ TagsScreen }) => ({ default: TagsScreen }))),
  },
  {
    path: "/home",
    title: "home.title",
    icon: LayoutPanelTop,
    permission: "home",
    group: "nav.content",
    Content: lazy(() => import("../screens/home.tsx").then(({ HomeScreen }) => ({ default: HomeScreen }))),
  },
  {
    path: "/calendar",
    title: "calendar.title",
    icon: CalendarDays,
    permission: "release.read",
    group: "nav.content",
    Content: lazy(() =>
      import("../screens/calendar.tsx").then(({ CalendarScreen }) => ({ default: CalendarScreen })),
    ),
  },
  {
    path: "/orders",
    title: "orders.title",
    icon: ReceiptText,
    permission: "order.read",
    group: "nav.money",
    Content: lazy(() =>
      import("../screens/orders.tsx").then(({ OrdersScreen }) => ({ default: OrdersScreen })),
    ),
  },
  {
    path: "/orders/:number",
    title: "orders.title",
    icon: ReceiptText,
    permission: "order.read",
    group: null,
    isInner: true,
    Content: lazy(() =>
      import("../screens/order-one.tsx").then(({ OrderOneScreen }) => ({ default: OrderOneScreen })),
    ),
  },
  {
    path: "/review",
    title: "review.title",
    icon: Scale,
    permission: "review.read",
    group: "nav.money",
    Content: lazy(() =>
      import("../screens/review.tsx").then(({ ReviewScreen }) => ({ default: ReviewScreen })),
    ),
  },
  {
    path: "/review/:id",
    title: "review.title",
    icon: Scale,
    permission: "review.read",
    group: null,
    isInner: true,
    Content: lazy(() =>
      import("../screens/review.tsx").then(({ ReviewScreen }) => ({ default: ReviewScreen })),
    ),
  },
  {
    path: "/plans",
    title: "plans.title",
    icon: CircleDollarSign,
    permission: "plan.read",
    group: "nav.money",
    Content: lazy(() => import("../screens/plans.tsx").then(({ PlansScreen }) => ({ default: PlansScreen }))),
  },
  {
    path: "/people",
    title: "people.title",
    icon: Users,
    permission: "person.read",
    group: "nav.viewers",
    Content: lazy(() =>
      import("../screens/people.tsx").then(({ PeopleScreen }) => ({ default: PeopleScreen })),
    ),
  },
  {
    path: "/people/:id",
    title: "people.title",
    icon: Users,
    permission: "person.read",
    group: null,
    isInner: true,
    Content: lazy(() =>
      import("../screens/person.tsx").then(({ PersonScreen }) => ({ default: PersonScreen })),
    ),
  },
  {
    path: "/tickets",
    title: "tickets.title",
    icon: MessageSquare,
    permission: "ticket.read",
    group: "nav.viewers",
    Content: lazy(() =>
      import("../screens/tickets.tsx").then(({ TicketsScreen }) => ({ default: TicketsScreen })),
    ),
  },
  {
    path: "/tickets/:number",
    title: "tickets.title",
    icon: MessageSquare,
    permission: "ticket.read",
    group: null,
    isInner: true,
    Content: lazy(() =>
      import("../screens/ticket.tsx").then(({ TicketScreen }) => ({ default: TicketScreen })),
    ),
  },
  {
    path: "/reports",
    title: "reports.title",
    icon: ChartNoAxesCombined,
    permission: "report",
    group: "nav.insight",
    Content: lazy(() =>
      import("../screens/reports.tsx").then(({ ReportsScreen }) => ({ default: ReportsScreen })),
    ),
  },
  {
    path: "/reports/:kind",
    title: "reports.title",
    icon: ChartNoAxesCombined,
    permission: "report",
    group: null,
    isInner: true,
    Content: lazy(() =>
      import("../screens/reports.tsx").then(({ ReportsScreen }) => ({ default: ReportsScreen })),
    ),
  },
  {
    path: "/site",
    title: "site.title",
    icon: Globe,
    permission: "site",
    group: "nav.system",
    Content: lazy(() => import("../screens/site.tsx").then(({ SiteScreen }) => ({ default: SiteScreen }))),
  },
  {
    path: "/pages",
    title: "pages.heading",
    icon: FileText,
    permission: "site",
    group: "nav.system",
    Content: lazy(() => import("../screens/pages.tsx").then(({ PagesScreen }) => ({ default: PagesScreen }))),
  },
  {
    path: "/pages/:name/:language",
    title: "pages.heading",
    icon: FileText,
    permission: "site",
    group: null,
    isInner: true,
    Content: lazy(() =>
      import("../screens/page-one.tsx").then(({ PageOneScreen }) => ({ default: PageOneScreen })),
    ),
  },
  {
    path: "/pixels",
    title: "pixels.title",
    icon: Radio,
    permission: "pixel",
    group: "nav.system",
    Content: lazy(() =>
      import("../screens/pixels.tsx").then(({ PixelsScreen }) => ({ default: PixelsScreen })),
    ),
  },
  {
    path: "/jobs",
    title: "jobs.title",
    icon: Activity,
    permission: "job.read",
    group: "nav.system",
    Content: lazy(() => import("../screens/jobs.tsx").then(({ JobsScreen }) => ({ default: JobsScreen }))),
  },
  {
    path: "/team",
    title: "team.title",
    icon: ShieldCheck,
    permission: "team",
    group: "nav.system",
    Content: lazy(() => import("../screens/team.tsx").then(({ TeamScreen }) => ({ default: TeamScreen }))),
  },
  {
    path: "/log",
    title: "log.title",
    icon: ScrollText,
    permission: "audit",
    group: "nav.system",
    Content: lazy(() => import("../screens/log.tsx").then(({ LogScreen }) => ({ default: LogScreen }))),
  },
  {
    path: "/account",
    title: "account.title",
    icon: UserRound,
    permission: "self",
    group: null,
    Content: lazy(() =>
      import("../screens/account.tsx").then(({ AccountScreen }) => ({ default: AccountScreen })),
    ),
  },
];
