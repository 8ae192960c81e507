import type { Ref } from "react";

/** The hidden field behind a button that chooses a file; press it by `ref`. The same file can be chosen again. */
export function FileInput({
  ref,
  label,
  accept,
  choose,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept: string;
  choose: (file: File) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      aria-label={label}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        event.currentTarget.value = "";
        if (file) choose(file);
      }}
    />
  );
}
