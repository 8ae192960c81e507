import type { SiteSetting } from "@cliffhanger/contract/console/site";
import { Button } from "@mantine/core";
import { useRef } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { Failure } from "../../ui/failure.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import styles from "./site.module.css";
import type { SiteEdits } from "./use-site-edits.ts";

const MAX_BYTES = 2 * 2 ** 20;

/** The logo, which is shown instead of the name. It is set at once; removing it can be undone. */
export function Logo({ setting, edits }: { setting: SiteSetting; edits: SiteEdits }) {
  const { value } = setting;
  const act = useAct("site");
  const input = useRef<HTMLInputElement>(null);
  const set = async (from: string | null, to: string | null) =>
    edits.take(await call("POST /api/console/site", { set: [{ key: "logo", from, to }] }));
  const remove = () =>
    act.run(async () => {
      await set(value, null);
      showToast(t("site.logoRemoved"), { label: t("undo"), run: () => void act.run(() => set(null, value)) });
    });
  const upload = (file: File) =>
    act.run(async () => {
      if (file.size > MAX_BYTES) throw new CallError(413, t("site.logoTooLarge"), {});
      const data = await base64Of(file);
      edits.take(await call("POST /api/console/site/logo", { from: value, name: file.name, data }));
      showToast(t("site.logoSet"));
    });
  return (
    <div>
      <p className={styles.label}>{t("site.logo")}</p>
      <p className={styles.quiet}>{t("site.about.logo")}</p>
      {value !== null && <img className={styles.logo} src={value} alt={t("site.logo")} />}
      <Failure text={act.fields["logo"] ?? act.failure} />
      <div className={styles.buttons}>
        <FileInput
          ref={input}
          label={t("site.logoFile")}
          accept="image/png,image/jpeg,image/webp"
          choose={(file) => void upload(file)}
        />
        <Button variant="default" size="xs" loading={act.busy} onClick={() => input.current?.click()}>
          {t(value === null ? "site.logoChoose" : "site.logoReplace")}
        </Button>
        {value !== null && (
          <Button variant="default" size="xs" disabled={act.busy} onClick={() => void remove()}>
            {t("site.logoRemove")}
          </Button>
        )}
      </div>
    </div>
  );
}

async function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ""));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
