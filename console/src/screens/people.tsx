import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FindPeople } from "../features/people/find-people.tsx";
import { PeopleRows } from "../features/people/people-rows.tsx";
import { call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { PageButtons } from "../ui/page-buttons.tsx";
import { Panel, PanelBody, PanelFoot } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** A shorter text is the beginning of too many addresses; the server looks for nobody by it. */
const MIN_LENGTH = 2;

/** Finds people. What is looked for and the page are in the address. */
export function PeopleScreen() {
  const address = useAddress();
  const [params, change] = address;
  const of = (name: string) => params.get(name) ?? undefined;
  const asked = { q: of("q"), last4: of("last4"), day: of("day"), amount: of("amount") };
  const isAsked = asked.q !== undefined || asked.last4 !== undefined;
  const isShort = asked.last4 === undefined && (asked.q ?? "").trim().length < MIN_LENGTH;
  const after = of("after");
  const query = useQuery({
    queryKey: ["people", "list", asked, after],
    queryFn: () => call("GET /api/console/people", { ...asked, after }),
    enabled: !isShort,
  });
  const clear = () => change({ q: null, last4: null, day: null, amount: null, after: null });
  const count = query.data?.count;
  return (
    <Page title={t("people.title")} hint={t("people.hint")}>
      <Panel title={t("people.find")}>
        <PanelBody>
          <FindPeople address={address} />
        </PanelBody>
      </Panel>
      {!isShort ? (
        <Panel
          title={
            count
              ? t(count.exact ? "people.count" : "people.countOver", { count: count.value })
              : t("people.found")
          }
          acts={
            <Button variant="default" size="compact-md" onClick={clear}>
              {t("filter.clear")}
            </Button>
          }
        >
          <Loadable query={query} skeleton={<Skeletons rows={4} />}>
            {({ list }) =>
              list.length > 0 ? <PeopleRows people={list} /> : <Empty text={t("people.none")} />
            }
          </Loadable>
          {(after !== undefined || query.data?.next) && (
            <PanelFoot>
              <PageButtons
                after={after}
                next={query.data?.next}
                words={{ first: t("people.first"), next: t("people.more") }}
                change={(to) => change({ after: to })}
              />
            </PanelFoot>
          )}
        </Panel>
      ) : (
        <Panel title={t("people.found")}>
          <Empty text={t(isAsked ? "people.short" : "people.start")} />
        </Panel>
      )}
    </Page>
  );
}
