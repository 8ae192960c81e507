import { Mail, MapPin } from "lucide-react";
import { ContactForm } from "../features/site/contact-form.tsx";
import { TextBlocks } from "../features/site/information-text.tsx";
import { PageFrame, PageTitle } from "../features/site/page-frame.tsx";
import { useSite } from "../features/site/site-context.ts";
import { usePage } from "../features/site/use-page.ts";

/** `/contactUs` (R26): the operator's address, and a form to write to them. */
export function ContactUsScreen() {
  const state = usePage("contactUs");
  return (
    <PageFrame state={state}>
      {(page) => (
        <div className="gutter py-3 wrap-break-word md:grid md:grid-cols-2 md:gap-x-10 md:py-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,34rem)] lg:gap-x-20">
          <div className="min-w-0">
            <PageTitle page={page} dated={false} />
            <div className="leading-7 text-text/85">
              <TextBlocks blocks={page.blocks} />
            </div>
            <Seller />
          </div>
          <div className="mt-8 min-w-0 self-start rounded-xl border border-line bg-surface/60 p-5 md:mt-0 md:p-7">
            <ContactForm />
          </div>
        </div>
      )}
    </PageFrame>
  );
}

function Seller() {
  const { name, address, email } = useSite().seller;
  if (!name && !address && !email) return null;
  return (
    <address className="mt-6 space-y-3 text-sm not-italic">
      {name || address ? (
        <p className="flex gap-3">
          <MapPin aria-hidden className="size-5 shrink-0 text-muted" />
          <span className="min-w-0 wrap-break-word whitespace-pre-line">
            {name ? <strong className="block font-semibold">{name}</strong> : null}
            {address}
          </span>
        </p>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`} className="flex min-h-11 items-center gap-3 hover:underline">
          <Mail aria-hidden className="size-5 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">{email}</span>
        </a>
      ) : null}
    </address>
  );
}
