/** How far something is, as a bar; the words beside it say it too. `share` is between 0 and 1. */
export function ProgressBar({ share, className = "" }: { share: number; className?: string }) {
  // SVG attributes carry the share: style attributes are not allowed in the server's markup.
  return (
    <svg aria-hidden className={`h-1 w-full ${className}`}>
      <rect width="100%" height="100%" className="fill-white/30" />
      <rect width={`${(Math.min(1, share) * 100).toFixed(1)}%`} height="100%" className="fill-accent" />
    </svg>
  );
}
