/** Returns the files of a drop, those of folders too, without hidden ones. The name of the first folder becomes a title. */
export async function readDrop(
  items: DataTransferItemList,
): Promise<{ files: File[]; folder: string | null }> {
  // Entries must be asked for before the first pause: the list is empty afterwards.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = (await Promise.all(entries.map(filesOf))).flat();
  const folder = entries.find(({ isDirectory }) => isDirectory)?.name ?? null;
  return { files: visible(files), folder };
}

/** Returns the files that were chosen, and the name of their folder. */
export function readChoice(list: FileList): { files: File[]; folder: string | null } {
  const files = [...list];
  const [first = ""] = files[0]?.webkitRelativePath.split("/") ?? [];
  return { files: visible(files), folder: first || null };
}

function visible(files: File[]): File[] {
  return files.filter(({ name }) => !name.startsWith("."));
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  // One answer holds a hundred entries at most.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    found.push(...part);
  }
  return (await Promise.all(found.map(filesOf))).flat();
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Returns a size in words. */
export function sizeWords(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"] as const;
  const power = Math.min(3, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
