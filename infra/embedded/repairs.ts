/** What has failed, and is tried again whenever somebody asks for it, though not too often. */
export interface Repairs {
  /** Nothing is trusted from now on, until an attempt succeeds. */
  readonly failed: (cause: unknown) => void;
  /** Why it still fails; null where nothing failed, or an attempt has succeeded. */
  readonly pending: () => { readonly cause: unknown } | null;
}

/** After an attempt that failed the next is made so much later. */
const REST_MS = 250;

/** `attempt` throws while it cannot succeed. */
export const repairedBy = (attempt: () => void): Repairs => {
  let failure: { readonly cause: unknown } | null = null;
  let notBefore = -Infinity;
  return {
    failed(cause) {
      failure = { cause };
      notBefore = -Infinity;
    },
    pending() {
      if (failure === null || performance.now() < notBefore) return failure;
      try {
        attempt();
        failure = null;
      } catch (cause) {
        failure = { cause };
        notBefore = performance.now() + REST_MS;
      }
      return failure;
    },
  };
};
