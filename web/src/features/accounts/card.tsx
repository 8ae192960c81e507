import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";

interface CardProps {
  heading: string;
  text?: string | undefined;
  children?: ReactNode;
}

/** Renders one section of an account under its heading. */
export function Card({ heading, text, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="rounded-xl border border-line bg-surface p-[min(1.25rem,5vw)] md:p-6"
    >
      <h2 id={id} className="text-lg font-semibold wrap-anywhere hyphens-auto">
        {heading}
      </h2>
      {text ? <p className="mt-1 text-sm wrap-anywhere hyphens-auto text-muted">{text}</p> : null}
      {children ? <div className="mt-4">{children}</div> : null}
    </section>
  );
}

interface DisclosureProps {
  /** The label of the button that shows the rest. */
  label: string;
  /** Receives a function that closes the disclosure. */
  children: (close: () => void) => ReactNode;
}

/** Renders a button that expands a form. */
export function Disclosure({ label, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        shape="quiet"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="w-full"
      >
        {label}
      </Button>
      {open ? (
        <div id={id} className="mt-5">
          {children(() => setOpen(false))}
        </div>
      ) : null}
    </>
  );
}
