/** The content of an inventory's sidecar. */
export const sidecarText = (digest: string): string => `${digest} inventory.json\n`;

/** The digest in a sidecar, in lower case; null when the text is not a sidecar. */
export const sidecarDigest = (text: string): string | null =>
  /^([0-9a-fA-F]+)[ \t]+inventory\.json\r?\n?$/.exec(text)?.[1]?.toLowerCase() ?? null;
