import type { Block, Inline } from "@cliffhanger/contract";
import { Link } from "wouter";

/** A second-level heading and its content; content before the first heading has none. */
export interface Part {
  heading: Extract<Block, { type: "heading" }> | null;
  blocks: Block[];
}

/** Splits a text into parts, at its headings of one level. */
export function partsOf(blocks: readonly Block[], level: 2 | 3): Part[] {
  const parts: Part[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.type === "heading" && block.level === level) parts.push({ heading: block, blocks: [] });
    else if (last) last.blocks.push(block);
    else parts.push({ heading: null, blocks: [block] });
  }
  return parts;
}

/** Renders blocks of text below each other. */
export function TextBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <TextBlock key={keyOf(block, index)} block={block} />);
}

function TextBlock({ block }: { block: Block }) {
  if (block.type === "paragraph")
    return (
      <p className="mt-4 first:mt-0">
        <InlineText runs={block.text} />
      </p>
    );
  if (block.type === "heading") {
    const Level = block.level === 2 ? "h2" : block.level === 3 ? "h3" : "h4";
    return (
      <Level id={block.id} className="mt-8 scroll-mt-6 text-lg font-semibold text-text first:mt-0">
        <InlineText runs={block.text} />
      </Level>
    );
  }
  const List = block.ordered ? "ol" : "ul";
  return (
    <List
      className={`mt-4 space-y-2 pl-5 marker:text-accent first:mt-0 ${block.ordered ? "list-decimal" : "list-disc"}`}
    >
      {block.items.map((runs, index) => (
        <li key={keyOfRuns(runs, index)} className="pl-1">
          <InlineText runs={runs} />
        </li>
      ))}
    </List>
  );
}

/** Renders inline text: strong text, links within the site, and external links. */
export function InlineText({ runs }: { runs: readonly Inline[] }) {
  return runs.map((run, index) => {
    const key = `${index} ${run.text}`;
    const text = run.strong ? <strong className="font-semibold text-text">{run.text}</strong> : run.text;
    if (run.href === undefined) return <span key={key}>{text}</span>;
    return (
      <TextLink key={key} href={run.href}>
        {text}
      </TextLink>
    );
  });
}

const LINK_CLASSES =
  "font-medium text-text underline decoration-accent underline-offset-4 wrap-anywhere hover:decoration-text";

function TextLink({ href, children }: { href: string; children: React.ReactNode }) {
  if (href.startsWith("/"))
    return (
      <Link href={href} className={LINK_CLASSES}>
        {children}
      </Link>
    );
  return (
    <a
      href={href}
      className={LINK_CLASSES}
      {...(href.startsWith("https:") ? { rel: "noopener noreferrer" } : {})}
    >
      {children}
    </a>
  );
}

// Blocks keep their order while a text is shown; the first run distinguishes texts.
function keyOf(block: Block, index: number): string {
  return block.type === "list" ? `${index} ${block.items.length}` : keyOfRuns(block.text, index);
}

function keyOfRuns(runs: readonly Inline[], index: number): string {
  return `${index} ${runs[0]?.text}`;
}
