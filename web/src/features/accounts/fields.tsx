import { Eye, EyeOff } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Fault } from "./fault.ts";

interface EmailFieldProps {
  fault: Fault | null;
  /** The screen begins with it: a desktop puts the cursor there. */
  first?: boolean;
}

/** The address that names an account; password managers know it as the user name. */
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
  /** The field after which nothing but sending is left. */
  last?: boolean;
  first?: boolean;
  /** Whether it is one that the person knows, or one to be made up. */
  known?: boolean;
}

/** A password, hidden until its owner wants to see it. */
export function PasswordField({
  fault,
  name,
  known = false,
  last = false,
  first = false,
  ...words
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
      {...words}
    />
  );
}

// On a phone the keyboard would cover half of a screen that nobody has read yet. The screen itself takes the focus when
// it comes; this is right after it. Somebody who is quick and types in another field already is left there.
function useFirstFocus(input: RefObject<HTMLInputElement | null>, first: boolean): void {
  useEffect(() => {
    if (!first || !window.matchMedia("(pointer: fine)").matches) return undefined;
    const timer = setTimeout(() => {
      if (!(document.activeElement instanceof HTMLInputElement)) input.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [input, first]);
}
