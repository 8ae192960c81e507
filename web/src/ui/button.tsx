import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";

const shapes = {
  primary: "primary font-semibold active:scale-[0.98]",
  quiet: "border border-line bg-white/10 font-medium hover:bg-white/15 active:scale-[0.98]",
} as const;

const frame =
  "inline-flex min-h-13 items-center justify-center gap-2.5 rounded-lg px-6 py-2 text-center text-base leading-5 transition-transform duration-150 ease-out select-none";

interface ActionProps {
  shape: keyof typeof shapes;
  className?: string;
  children: ReactNode;
}

/** Renders a button of full height. */
export function Button({ shape, className = "", ...rest }: ActionProps & ComponentProps<"button">) {
  return <button type="button" className={`${frame} ${shapes[shape]} ${className}`} {...rest} />;
}

/** Renders a link that looks like a button and leads to another screen. */
export function ButtonLink({ shape, className = "", href, children }: ActionProps & { href: string }) {
  return (
    <Link href={href} className={`${frame} ${shapes[shape]} ${className}`}>
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** The accessible name; it follows the button's state. */
  label: string;
}

/** Renders a round button of at least 44 px around one icon. */
export function IconButton({ label, className = "", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-[44px] shrink-0 items-center justify-center rounded-full hover:bg-white/10 [&>svg]:max-w-[28px] ${className}`}
      {...rest}
    />
  );
}
