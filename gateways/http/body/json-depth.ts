/** The most levels of objects and lists in a body; more than any schema has, too few to exhaust a stack. */
export const MOST_LEVELS = 256;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** The index after the closing quotation mark of a string that begins at `at`, or the end of the bytes. */
const behindString = (json: Buffer, at: number): number => {
  for (let next = at; next < json.length; next++) {
    if (json[next] === BACKSLASH) next++;
    else if (json[next] === QUOTE) return next + 1;
  }
  return json.length;
};

/** Whether a JSON text, before it is parsed, has more than `most` levels of objects and lists. */
export const isDeeperThan = (json: Buffer, most: number): boolean => {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = behindString(json, at + 1) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    if (depth > most) return true;
  }
  return false;
};
