import type { BulkAct } from "@cliffhanger/contract/console/series-bulk";
import type { SeriesChoice } from "@cliffhanger/contract/console/series-choice";
import { Button, MultiSelect, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { BulkPrice } from "./bulk-price.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import styles from "./series-list.module.css";
import type { Selection } from "./use-selection.ts";

const titles = {
  "bulk-tag": "bulk.tagTitle",
  "bulk-free": "bulk.freeTitle",
  "bulk-withdraw": "bulk.withdrawTitle",
  "bulk-publish": "bulk.publishTitle",
} as const;
type Name = keyof typeof titles;

/** The dialogs of acts on many series: what to do, what will happen, and how it goes. */
export function BulkDialogs({ selection }: { selection: Selection }) {
  const [params, change] = useAddress();
  const [drafts, setDrafts] = useState<readonly string[]>([]);
  const wanted = params.get("dialog") ?? "";
  const running = params.get("bulk");
  const close = () => change({ dialog: null, bulk: null }, { replace: true });
  const begun = (id: string) => {
    selection.clear();
    change({ dialog: "bulk-run", bulk: id }, { replace: true });
  };
  const name = wanted in titles ? (wanted as Name) : null;
  const which: SeriesChoice = name === "bulk-publish" ? { ids: [...drafts] } : selection.choice();
  const count = "ids" in which ? which.ids.length : which.count;
  return (
    <>
      <Dialog
        opened={name !== null && count > 0}
        title={name === null ? "" : t(titles[name], { count })}
        close={close}
      >
        {name !== null && <Form key={name} name={name} which={which} begun={begun} close={close} />}
      </Dialog>
      <BulkPrice
        opened={wanted === "bulk-price" && selection.count > 0}
        selection={selection}
        close={close}
      />
      <Dialog opened={wanted === "bulk-run" && running !== null} title={t("bulk.runTitle")} close={close}>
        {running !== null && (
          <BulkProgress
            id={running}
            close={close}
            publish={(ids) => {
              setDrafts(ids);
              change({ dialog: "bulk-publish", bulk: null }, { replace: true });
            }}
          />
        )}
      </Dialog>
    </>
  );
}

interface FormProps {
  name: Name;
  which: SeriesChoice;
  begun: (id: string) => void;
  close: () => void;
}

function Form({ name, which, begun, close }: FormProps) {
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const [free, setFree] = useState<number | string>("");
  const act = useAct("series");
  const requestKey = useRef(newRequestKey());
  const wanted = actOf(name, { added, removed, free });
  const query = useQuery({
    queryKey: ["series", "bulk-effect", which, wanted],
    queryFn: async () => {
      if (!wanted) throw new Error("There is nothing to do.");
      const body = { requestKey: requestKey.current, which, act: wanted, dryRun: true };
      return (await call("POST /api/console/series/bulk", body)).effect;
    },
    enabled: wanted !== null,
    gcTime: 0,
    retry: false,
  });
  const run = () =>
    act.run(async () => {
      if (!wanted || !query.data) return;
      const { hash: effect } = query.data;
      const body = { requestKey: requestKey.current, which, act: wanted, effect };
      const { bulk } = await call("POST /api/console/series/bulk", body);
      if (bulk) begun(bulk.id);
    });
  return (
    <div className={styles.stack}>
      {name === "bulk-tag" && (
        <>
          <Tags label={t("bulk.add")} value={added} change={setAdded} />
          <Tags label={t("bulk.remove")} value={removed} change={setRemoved} />
        </>
      )}
      {name === "bulk-free" && (
        <NumberInput
          label={t("field.free")}
          min={0}
          max={10_000}
          allowDecimal={false}
          value={free}
          onChange={setFree}
        />
      )}
      {query.data ? (
        <Effect sentences={query.data.sentences} />
      ) : (
        wanted !== null && !query.error && <Skeletons rows={2} />
      )}
      <Failure text={query.error ? sentenceOf(query.error) : act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          {...(name === "bulk-withdraw" ? { color: "red" } : {})}
          loading={act.busy}
          disabled={!query.data || query.isFetching}
          onClick={() => void run()}
        >
          {t(
            name === "bulk-withdraw"
              ? "withdraw.confirm"
              : name === "bulk-publish"
                ? "publish.confirm"
                : "bulk.begin",
          )}
        </Button>
      </DialogActs>
    </div>
  );
}

function actOf(
  name: Name,
  { added, removed, free }: { added: string[]; removed: string[]; free: number | string },
): BulkAct | null {
  if (name === "bulk-withdraw") return { kind: "withdraw" };
  if (name === "bulk-publish") return { kind: "publish" };
  if (name === "bulk-free") return typeof free === "number" ? { kind: "free", free } : null;
  return added.length + removed.length > 0 ? { kind: "tag", add: added, remove: removed } : null;
}

function Tags({ label, value, change }: { label: string; value: string[]; change: (to: string[]) => void }) {
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => call("GET /api/console/tag") });
  return (
    <MultiSelect
      label={label}
      data={tags.data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value}
      onChange={change}
      maxValues={20}
      searchable
      nothingFoundMessage={t("filter.nothing")}
    />
  );
}
