import { type ComponentProps, createElement, type FunctionComponent } from "react";

/** An icon as the package's files describe it, without what `bare-icons.ts` takes out. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

const frame = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
} as const;

/** Stands in for the icon package's own maker of components, whose many options would only travel along. */
// biome-ignore lint/style/noDefaultExport: the package's icons import it as one
export default function createIcon({ node }: IconData): FunctionComponent<ComponentProps<"svg">> {
  return (props) =>
    createElement(
      "svg",
      { ...frame, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
