/** Stands in for the query client's own record of mutations, which would only travel along: forms send their calls themselves. */
export class MutationCache {
  clear(): void {
    // There is never anything in it.
  }

  findAll(): [] {
    return [];
  }

  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }

  build(): never {
    throw new Error("There is no useMutation here: a form sends its call by itself.");
  }
}
