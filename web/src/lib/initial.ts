/** Returns the first letter of a name, in any script. */
export function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? "";
}
