/** Within so many milliseconds a request must be answered that only asks. */
export const ANSWER_MS = 10_000;

const KiB = 1024;

/** One that sends bytes may take a second more for every 256 KiB. */
export const sending = (bytes: number): { readonly requestTimeout: number } => ({
  requestTimeout: ANSWER_MS + Math.ceil(bytes / 256 / KiB) * 1_000,
});

/** One that makes the store copy bytes, delete many keys or put parts together, three times that and more by size. */
export const copying = (bytes: number): { readonly requestTimeout: number } => ({
  requestTimeout: 3 * ANSWER_MS + Math.ceil(bytes / 4 / KiB ** 2) * 1_000,
});
