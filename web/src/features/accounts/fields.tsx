import { Eye, EyeOff } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Fault } from "./fault.ts";

interface EmailFieldProps {
  fault: Fault | null;
  /** Whether it is the first field of the screen, which gets the focus on a desktop. */
  first?: boolean;
}

/** Renders the field for the address that identifies an account; password managers treat it as the user name. */
export function EmailField({ fault, first = false }: EmailFieldProps) {
  const t = useMessages();
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, first);
  return (
    <TextField
      ref={input}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={254}
      required
      label={t("account.email")}
      placeholder={t("account.prompts.email")}
      fault={fault?.fields["email"]}
    />
  );
}

interface PasswordFieldProps {
  fault: Fault | null;
  name: "password" | "newPassword" | "repeatPassword";
  label: string;
  placeholder?: string;
  hint?: string;
  /** Whether it is the last field of the form. */
  last?: boolean;
  first?: boolean;
  /** Whether the user enters an existing password, not a new one. */
  known?: boolean;
}

/** Renders a password field, hidden until the user chooses to show it. */
export function PasswordField({
  fault,
  name,
  known = false,
  last = false,
  first = false,
  ...labels
}: PasswordFieldProps) {
  const t = useMessages();
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, first);
  return (
    <TextField
      ref={input}
      name={name}
      type={shown ? "text" : "password"}
      autoComplete={known ? "current-password" : "new-password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint={last ? "go" : "next"}
      required
      fault={fault?.fields[name]}
      action={
        <IconButton
          label={t(shown ? "account.hidePassword" : "account.showPassword")}
          onClick={() => setShown(!shown)}
          className="text-muted"
        >
          {shown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
        </IconButton>
      }
      {...labels}
    />
  );
}

// On a phone the keyboard would cover half of an unread screen, so only a precise pointer gets the focus. The screen
// itself takes the focus when it appears; this runs right after it, and leaves a user alone who already types in
// another field.
function useFirstFocus(input: RefObject<HTMLInputElement | null>, first: boolean): void {
  useEffect(() => {
    if (!first || !window.matchMedia("(pointer: fine)").matches) return undefined;
    const timer = setTimeout(() => {
      if (!(document.activeElement instanceof HTMLInputElement)) input.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [input, first]);
}
