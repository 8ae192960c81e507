import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { letGo } from "../lib/leaving.ts";
import { t } from "../lib/messages.ts";
import { Plain } from "../ui/plain.tsx";

/** Shows a sentence and a way on when a screen fails; the error itself is reported where the app is started. */
export class FaultBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** What was typed is kept over a reload. */
  private readonly reload = () => {
    letGo();
    location.reload();
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Plain title={t("fault.title")}>
        <p>{t("fault.text")}</p>
        <Button onClick={this.reload}>{t("fault.reload")}</Button>
      </Plain>
    );
  }
}
