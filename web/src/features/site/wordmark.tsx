import { useSite } from "./site-context.ts";

/** Renders the site's logo, or its name in lower case with a full stop in the accent colour. */
export function Wordmark({ className = "" }: { className?: string }) {
  const site = useSite();
  if (site.logo) return <img src={site.logo} alt={site.name} className={`h-8 w-auto ${className}`} />;
  return (
    <span className={`font-title text-[min(1.9375rem,9vw)] leading-none tracking-tight ${className}`}>
      {site.name.toLowerCase()}
      <span className="text-accent">.</span>
    </span>
  );
}
