/** Syncs that end when they are told to. */
export const heldSyncs = () => {
  const begun: { readonly path: string; end(error?: Error): void }[] = [];
  const sync = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      begun.push({ path, end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  return { begun, sync };
};
