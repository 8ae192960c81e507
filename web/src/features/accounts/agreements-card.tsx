import type { Agreement } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { formatDate } from "../../lib/format.ts";
import type { MessageId } from "../../lib/messages.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { RetryLine } from "../../ui/retry-line.tsx";
import { Card } from "./card.tsx";
import { agreementsQuery } from "./queries.ts";

const documents: Record<string, MessageId> = {
  serviceAgreement: "person.documents.serviceAgreement",
  privacyPolicy: "person.documents.privacyPolicy",
};

/** Renders the documents that the member agreed to, with version and date (R51). */
export function AgreementsCard() {
  const t = useMessages();
  const { data, isError, refetch } = useQuery(agreementsQuery(useLanguage()));
  return (
    <Card heading={t("person.agreements")}>
      {data?.list.length === 0 ? (
        <p className="text-sm text-muted">{t("person.noAgreements")}</p>
      ) : data ? (
        <ul className="divide-y divide-line">
          {data.list.map((agreement) => (
            <Agreed
              key={`${agreement.document} ${agreement.version} ${agreement.at}`}
              agreement={agreement}
            />
          ))}
        </ul>
      ) : isError ? (
        <RetryLine retry={() => void refetch()} />
      ) : (
        <span className="block h-15 animate-pulse rounded-md bg-raised" />
      )}
    </Card>
  );
}

function Agreed({ agreement: { document, version, at } }: { agreement: Agreement }) {
  const t = useMessages();
  const name = documents[document];
  return (
    <li className="py-2">
      {name ? (
        <Link
          href={`/${document}`}
          className="inline-flex min-h-11 items-center font-medium wrap-anywhere hyphens-auto underline underline-offset-4"
        >
          {t(name)}
        </Link>
      ) : (
        <span className="font-medium">{document}</span>
      )}
      <p className="text-sm text-muted">
        {t("person.agreedOn", { date: formatDate(at), version: formatDate(version) })}
      </p>
    </li>
  );
}
