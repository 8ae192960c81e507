import { useMessages } from "../../lib/use-language.ts";
import { DocumentLink } from "./agreement.tsx";
import { runsOf } from "./marked-text.ts";

/** Renders what a buyer without an account agrees to besides the purchase, so that one box is enough. */
export function AccountTerms() {
  const t = useMessages();
  return runsOf(t("offer.agreeAccount")).map(({ mark, text }) =>
    mark ? <DocumentLink key={text} mark={mark} text={text} /> : text,
  );
}
