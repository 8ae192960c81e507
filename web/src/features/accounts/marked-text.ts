/** A run of text, and the name of the mark around it. */
export interface Run {
  mark: string | null;
  text: string;
}

/**
 * Splits "<agree>I agree</agree> to the <terms>Terms</terms>" into its runs, so that each language keeps its word
 * order.
 */
export function runsOf(text: string): Run[] {
  return [...text.matchAll(/<(\w+)>([^<]*)<\/\w+>|[^<]+/g)].map(([whole, mark, text]) => ({
    mark: mark ?? null,
    text: text ?? whole,
  }));
}
