/** The names of METS elements with the prefix that the first tag of a mets element has; without one where there is none. */
export const namesIn = (bytes: Uint8Array, names: readonly string[]): string[] => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LONGEST_START)).toString('latin1');
  const prefix = /<((?:[^\s<>:/!?]+:)?)mets[\s>]/.exec(start)?.[1] ?? '';
  return names.map((name) => prefix + name);
};

const LONGEST_START = 64 * 1024;
