import { type ReactNode, useState } from "react";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";

const Drawer = lazyOnOpen(() => import("./drawer.tsx").then(({ Drawer }) => Drawer), { styles: "core" });

/** What a sheet shows and when. */
export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A line under the title, and a picture before it. */
  note?: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A panel over the screen. Its machinery is fetched when the first one opens. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? <Drawer {...props} /> : null;
}
