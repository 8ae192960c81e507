/**
 * A page of viewers, shown without its scripts. Each address has a frame of its own: a frame that goes to another address is a
 * step of the browser's way back.
 */
export function PreviewFrame({
  title,
  address,
  className,
}: {
  title: string;
  address: string;
  className: string | undefined;
}) {
  return (
    <iframe key={address} className={className} title={title} src={address} sandbox="allow-same-origin" />
  );
}
