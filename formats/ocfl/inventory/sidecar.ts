/** What the sidecar of an inventory holds. */
export const sidecarText = (digest: string): string => `${digest} inventory.json\n`;

/** The digest that a sidecar gives, in lower case; null when the text is not a sidecar's. */
export const sidecarDigest = (text: string): string | null =>
  /^([0-9a-fA-F]+)[ \t]+inventory\.json\r?\n?$/.exec(text)?.[1]?.toLowerCase() ?? null;
