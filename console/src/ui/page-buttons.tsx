import { Button } from "@mantine/core";

/** The two buttons under a list that is paged by key: back to its first page, and on to the next one. */
export function PageButtons({
  after,
  next,
  words,
  change,
}: {
  /** The key after which the shown page begins; undefined on the first page. */
  after: string | undefined;
  /** The key of the next page; undefined while it is not known, null where there is none. */
  next: string | null | undefined;
  words: { first: string; next: string };
  change: (after: string | null) => void;
}) {
  return (
    <>
      <Button variant="default" size="compact-sm" disabled={after === undefined} onClick={() => change(null)}>
        {words.first}
      </Button>{" "}
      <Button variant="default" size="compact-sm" disabled={!next} onClick={() => change(next ?? null)}>
        {words.next}
      </Button>
    </>
  );
}
