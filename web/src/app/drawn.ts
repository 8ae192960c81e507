/** Resolves once the server's markup has been drawn: what is to be seen never waits for the code that takes it over. */
export async function drawn(): Promise<void> {
  // A page that nobody sees is not drawn.
  if (document.hidden || performance.getEntriesByType("paint").length > 0) return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
