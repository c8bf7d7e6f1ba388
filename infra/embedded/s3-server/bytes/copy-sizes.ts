/** From this size on a file is large: a thread is worth the way there, and nothing waits behind it. */
export const LARGE_BYTES = 1024 * 1024;
