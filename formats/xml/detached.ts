/** Shorter strings are copied by the engine. */
const SHORTEST_SLICE = 13;

const scratch = Buffer.alloc(3_072);

/** The same string in memory of its own: what was cut out of a text may be a reference into it, which keeps all of it. */
export const detached = (text: string): string => {
  if (text.length < SHORTEST_SLICE) return text;
  if (text.length * 3 > scratch.length) return Buffer.from(text).toString();
  return scratch.toString('utf8', 0, scratch.write(text));
};
