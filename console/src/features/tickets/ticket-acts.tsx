import type { Ticket } from "@cliffhanger/contract/console/tickets";
import { Button, Select } from "@mantine/core";
import { call } from "../../lib/call.ts";
import { useMay, useMe } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { Failure } from "../../ui/failure.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import styles from "./tickets.module.css";
import { useTicketAct } from "./use-ticket.ts";

/** Closes a ticket, or opens it again. */
export function CloseButton({ ticket: { number, state } }: { ticket: Ticket }) {
  const act = useTicketAct();
  if (!useMay("ticket")) return null;
  const isOpen = state === "open";
  const send = () =>
    act.send(
      (requestKey) =>
        call(isOpen ? "POST /api/console/tickets/close" : "POST /api/console/tickets/reopen", {
          number,
          requestKey,
        }),
      () => showToast(t(isOpen ? "ticket.closed" : "ticket.reopened")),
    );
  return (
    <>
      <Failure text={act.failure} />
      <Button variant="default" loading={act.busy} onClick={send}>
        {t(isOpen ? "ticket.close" : "ticket.reopen")}
      </Button>
    </>
  );
}

/** Says who cares for a ticket, and gives it to another operator. */
export function Assignee({ ticket: { number, assignedTo, team } }: { ticket: Ticket }) {
  const act = useTicketAct();
  const { operator } = useMe();
  const mayAct = useMay("ticket");
  const assign = (to: string | null) => {
    if (to === (assignedTo?.id ?? null)) return;
    act.send((requestKey) =>
      call("POST /api/console/tickets/assign", { number, requestKey, from: assignedTo?.id ?? null, to }),
    );
  };
  return (
    <Panel
      title={t("tickets.assigned")}
      acts={
        mayAct &&
        assignedTo?.id !== operator.id && (
          <Button variant="default" size="compact-md" loading={act.busy} onClick={() => assign(operator.id)}>
            {t("ticket.take")}
          </Button>
        )
      }
    >
      <PanelBody>
        {mayAct ? (
          <Select
            aria-label={t("tickets.assigned")}
            placeholder={t("ticket.nobody")}
            data={team.map(({ id, email }) => ({ value: id, label: email }))}
            value={assignedTo?.id ?? null}
            disabled={act.busy}
            clearable
            onChange={assign}
          />
        ) : (
          <p className={styles.hint}>{assignedTo?.email ?? t("ticket.nobody")}</p>
        )}
        <Failure text={act.failure} />
      </PanelBody>
    </Panel>
  );
}
