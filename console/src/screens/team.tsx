import { Button } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { InviteDialog } from "../features/team/invite-dialog.tsx";
import { MemberDialogs } from "../features/team/member-dialogs.tsx";
import { Members } from "../features/team/members.tsx";
import { RefundAmount } from "../features/team/refund-amount.tsx";
import { RoleTable } from "../features/team/role-table.tsx";
import { useTeam } from "../features/team/use-team.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** Who runs this installation, and who may do what. */
export function TeamScreen() {
  const [, change] = useAddress();
  const query = useTeam();
  return (
    <Page
      title={t("team.title")}
      acts={
        <>
          <Button variant="default" onClick={() => change({ dialog: "roles" })}>
            {t("roles.open")}
          </Button>
          <Button
            leftSection={<UserPlus size={17} aria-hidden />}
            onClick={() => change({ dialog: "invite" })}
          >
            {t("invite.open")}
          </Button>
        </>
      }
    >
      <Panel title={t("team.people")} hint={t("team.hint")}>
        <Loadable query={query} skeleton={<Skeletons rows={5} />}>
          {({ members }) => (
            <>
              <Members members={members} />
              <MemberDialogs members={members} />
            </>
          )}
        </Loadable>
      </Panel>
      {query.data && <RefundAmount amount={query.data.refundAmount} />}
      <InviteDialog />
      <RoleTable />
    </Page>
  );
}
