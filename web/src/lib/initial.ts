/** The first letter of a name, whatever script it is in. */
export function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? "";
}
