import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useState } from "react";

const TYPING_MS = 300;

/** A field whose text is in the address: it is sent a moment after the last key, and follows Back and "Clear filters". */
export function TypedField({
  value,
  change,
  ...input
}: Omit<TextInputProps, "value" | "onChange"> & {
  value: string;
  change: (to: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [present, setPresent] = useState(value);
  // Back, a link or "Clear filters" changed the address; what this field sent itself may be behind what is typed by now.
  if (value !== present) {
    setPresent(value);
    if (value !== sent) setText(value);
    setSent(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      setSent(text);
      change(text || undefined);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, change]);
  return <TextInput {...input} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}
