/** Numbers from 0 to 1, the same in every run for a seed. */
export function generator(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Returns a list in a pseudo-random order that is the same in every run. */
export function shuffled<T>(list: readonly T[]): T[] {
  const random = generator();
  return list
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
