import { type Role, roles } from "@cliffhanger/contract/console/permissions";
import { Radio } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import styles from "./team.module.css";

/** Chooses one of the four roles, each with what it is for. */
export function RoleChoice({ value, change }: { value: Role; change: (role: Role) => void }) {
  return (
    <Radio.Group
      label={t("team.role")}
      value={value}
      onChange={(next) => {
        const role = roles.find((one) => one === next);
        if (role) change(role);
      }}
    >
      <div className={styles.roles}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={t(`role.${role}`)} description={t(`role.${role}.about`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
