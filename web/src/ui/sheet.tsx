import { type ReactNode, useEffect, useState } from "react";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";

const Drawer = lazyOnOpen(() => import("./drawer.tsx").then(({ Drawer }) => Drawer), { styles: "core" });

/** Loads the code of sheets, so that the first one opens at once. Rejects when the connection breaks. */
export const prefetchSheet = Drawer.prefetch;

/** The content of a sheet, and whether it is open. */
export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A subtitle, or several, of which the empty ones are left out; and a picture before the title. */
  note?: string | readonly string[];
  lead?: ReactNode;
  children: ReactNode;
  /** Loads the code of its content at the same time as that of sheets. */
  load?: () => Promise<unknown>;
}

/** Renders a panel over the screen. Its code is loaded when the first one opens. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  const { open, load } = props;
  if (open && !wanted) setWanted(true);
  useEffect(() => {
    // The content loads itself again if this fails.
    if (open) load?.().catch(() => undefined);
  }, [open, load]);
  return wanted ? <Drawer {...props} /> : null;
}
