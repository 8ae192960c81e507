/**
 * Renders progress as a bar, hidden from assistive technology: adjacent text says the same. `share` is between 0 and
 * 1.
 */
export function ProgressBar({ share, className = "" }: { share: number; className?: string }) {
  // The share is an SVG attribute: the content security policy blocks style attributes in the server's markup.
  return (
    <svg aria-hidden className={`h-1 w-full ${className}`}>
      <rect width="100%" height="100%" className="fill-white/30" />
      <rect width={`${(Math.min(1, share) * 100).toFixed(1)}%`} height="100%" className="fill-accent" />
    </svg>
  );
}
