import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { dateWriter, formatNumber } from "../../lib/messages.ts";
import type { DrawnDay } from "./days.ts";

/** The looks of the lines of a picture: they differ in shape too, not in colour alone. */
const looks = [
  { stroke: "var(--rose)", dash: undefined },
  { stroke: "var(--blue)", dash: "7 4" },
  { stroke: "var(--muted)", dash: "2 4" },
  { stroke: "var(--amber)", dash: "10 3 2 3" },
] as const;
const lookOf = (at: number) => looks[at % looks.length] ?? looks[0];

const axis = { tickLine: false, axisLine: false, tick: { fill: "var(--muted)", fontSize: 12 } } as const;
const box = {
  background: "var(--surface)",
  border: "1px solid var(--line)",
  borderRadius: "0.5rem",
  color: "var(--text)",
  fontSize: "0.8125rem",
} as const;

/** A line of a picture. */
export interface DrawnLine {
  name: string;
  days: readonly DrawnDay[];
}

const dayWord = dateWriter({ day: "numeric", month: "short", timeZone: "UTC" });
const shortDay = (day: string) => dayWord(new Date(day));

/** Lines over days; the part to today is dashed. */
export function DaysPicture({
  label,
  lines,
  format,
}: {
  label: string;
  lines: readonly DrawnLine[];
  format: (value: number) => string;
}) {
  const data = (lines[0]?.days ?? []).map(({ day }, at) => ({
    day,
    ...Object.fromEntries(
      lines.flatMap(({ days }, n) => [
        [`v${n}`, days[at]?.value ?? null],
        [`r${n}`, days[at]?.running ?? null],
      ]),
    ),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} title={label} margin={{ top: 8, right: 8, bottom: 0, left: 8 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" {...axis} tickFormatter={shortDay} minTickGap={32} />
        <YAxis {...axis} width={72} allowDecimals={false} tickFormatter={format} />
        <Tooltip
          isAnimationActive={false}
          contentStyle={box}
          // The day before today is in both parts of a line.
          payloadUniqBy={({ name }) => name}
          labelFormatter={(day) => (typeof day === "string" ? shortDay(day) : "")}
          formatter={(value, name) => [format(Number(value)), name]}
        />
        {lines.flatMap(({ name }, n) => [
          <Line
            key={`${name} so far`}
            dataKey={`v${n}`}
            name={name}
            stroke={lookOf(n).stroke}
            strokeDasharray={lookOf(n).dash ?? ""}
            strokeWidth={2}
            dot={data.length === 1}
            isAnimationActive={false}
          />,
          <Line
            key={`${name} today`}
            dataKey={`r${n}`}
            name={name}
            stroke={lookOf(n).stroke}
            strokeDasharray="3 5"
            strokeWidth={2}
            dot={{ r: 2.5, strokeDasharray: "" }}
            isAnimationActive={false}
          />,
        ])}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** Shares over the episodes of a series, from 0 to 100 %. */
export function EpisodesPicture({
  label,
  first,
  lines,
}: {
  label: string;
  /** The number of the first episode. */
  first: number;
  lines: readonly { name: string; shares: readonly (number | null)[] }[];
}) {
  const data = (lines[0]?.shares ?? []).map((_, at) => ({
    episode: first + at,
    ...Object.fromEntries(lines.map(({ shares }, n) => [`v${n}`, shares[at] ?? null])),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} title={label} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="episode" {...axis} minTickGap={16} />
        <YAxis {...axis} width={52} domain={[0, 100]} ticks={[0, 25, 50, 75, 100]} tickFormatter={percent} />
        <Tooltip
          isAnimationActive={false}
          contentStyle={box}
          labelFormatter={(episode) => (typeof episode === "number" ? `${label}: ${episode}` : label)}
          formatter={(value, name) => [percent(Number(value)), name]}
        />
        <Area
          dataKey="v0"
          name={lines[0]?.name ?? ""}
          stroke="var(--rose)"
          strokeWidth={2.5}
          fill="var(--rose)"
          fillOpacity={0.12}
          isAnimationActive={false}
        />
        {lines.slice(1).map(({ name }, at) => (
          <Line
            key={name}
            dataKey={`v${at + 1}`}
            name={name}
            stroke={lookOf(at + 1).stroke}
            strokeDasharray={lookOf(at + 1).dash ?? ""}
            strokeWidth={2}
            dot={data.length === 1}
            isAnimationActive={false}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

const percent = (value: number) => formatNumber(value / 100, { style: "percent", maximumFractionDigits: 1 });

/** Shares at each step of a way, a bar for each group. */
export function StepsPicture({
  label,
  steps,
  groups,
}: {
  label: string;
  steps: readonly string[];
  groups: readonly { name: string; shares: readonly (number | null)[] }[];
}) {
  const data = steps.map((step, at) => ({
    step,
    ...Object.fromEntries(groups.map(({ shares }, n) => [`v${n}`, shares[at] ?? null])),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} title={label} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="step" {...axis} interval="preserveStartEnd" />
        <YAxis {...axis} width={52} domain={[0, 100]} tickFormatter={percent} />
        <Tooltip
          isAnimationActive={false}
          contentStyle={box}
          cursor={{ fill: "var(--raised)" }}
          formatter={(value, name) => [percent(Number(value)), name]}
        />
        {groups.map(({ name }, n) => (
          <Bar
            key={name}
            dataKey={`v${n}`}
            name={name}
            fill={lookOf(n).stroke}
            maxBarSize={28}
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
