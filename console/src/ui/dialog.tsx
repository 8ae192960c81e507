import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { t } from "../lib/messages.ts";
import styles from "./dialog.module.css";

/** Above every dialog of a screen, which Mantine shows at 200. */
const PROOF_Z_INDEX = 220;

/**
 * A dialog over the page; on a phone a sheet at its lower edge. `close` null: it cannot be closed without an answer. `asksForProof`:
 * it may open while a dialog of the screen is open, and lies over it.
 */
export function Dialog({
  opened,
  title,
  size = "30rem",
  close,
  asksForProof = false,
  returnFocus = true,
  children,
}: {
  opened: boolean;
  title: string;
  size?: string;
  close: (() => void) | null;
  asksForProof?: boolean;
  /** False once another screen opens, which takes the focus itself. */
  returnFocus?: boolean;
  children: ReactNode;
}) {
  const isPhone = useMediaQuery("(width < 40rem)");
  return (
    <Modal.Root
      opened={opened}
      onClose={close ?? (() => undefined)}
      returnFocus={returnFocus}
      {...(asksForProof && { zIndex: PROOF_Z_INDEX })}
      size={isPhone ? "100%" : size}
      yOffset={isPhone ? 0 : "5dvh"}
      xOffset={isPhone ? 0 : "1rem"}
      centered={!isPhone}
      closeOnClickOutside={false}
      closeOnEscape={close !== null}
      transitionProps={{ transition: isPhone ? "slide-up" : "pop", duration: 160 }}
      classNames={{
        content: styles.content ?? "",
        header: styles.header ?? "",
        title: styles.title ?? "",
        body: styles.body ?? "",
        inner: styles.inner ?? "",
      }}
    >
      <Modal.Overlay opacity={0.5} />
      <Modal.Content>
        {/* The page has one banner; a header within a dialog would be a second. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          {close && <Modal.CloseButton aria-label={t("close")} />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The lowest line of a dialog: its acts, at the right. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>;
}
