import { type ReactNode, useLayoutEffect } from "react";
import { Link } from "wouter";
import { adoptReturn } from "./return-to.ts";

interface EntranceProps {
  heading: string;
  text?: string;
  children: ReactNode;
}

/** Renders the layout of every account form: heading, text, form. */
export function Entrance({ heading, text, children }: EntranceProps) {
  useLayoutEffect(adoptReturn, []);
  return (
    <div className="bg-[radial-gradient(26rem_9rem_at_72%_9rem,color-mix(in_srgb,var(--color-accent)_20%,transparent),transparent)] md:bg-[radial-gradient(44rem_13rem_at_50%_11rem,color-mix(in_srgb,var(--color-accent)_17%,transparent),transparent)] pt-6 pb-10 md:pt-14">
      <section className="gutter mx-auto w-full max-w-lg">
        <h1 className="font-title text-[min(1.9375rem,9vw)] leading-[1.1] wrap-break-word">{heading}</h1>
        {text ? <p className="mt-2 text-muted">{text}</p> : null}
        <div className="mt-7 space-y-5">{children}</div>
      </section>
    </div>
  );
}

/** Renders a secondary link to another form: a question, and the link that answers it. */
export function Aside({ question, href, link }: { question: string; href: string; link: string }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
      {question}
      <Link
        href={href}
        className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
      >
        {link}
      </Link>
    </p>
  );
}
