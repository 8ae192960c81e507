import { Button } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../lib/messages.ts";

const SHOWN_MS = 2_000;

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <Button variant="default" size="xs" leftSection={<Icon size={15} aria-hidden />} onClick={copy}>
      {copied ? t("copied") : label}
    </Button>
  );
}
