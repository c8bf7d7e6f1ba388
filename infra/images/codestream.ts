/** What the main header of a JPEG 2000 codestream says (ISO/IEC 15444-1, annex A). */
export interface CodestreamHeader {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** How many lower resolutions there are. */
  readonly decompositions: number;
}

const START = Buffer.from('ff4fff51', 'hex');
const [COD, SOT] = [0xff52, 0xff90];

/** Reads the header of the codestream in a file of JPEG 2000; null where there is none. */
export const codestreamHeader = (file: Buffer): CodestreamHeader | null => {
  const start = file.indexOf(START);
  if (start < 0 || start + 42 > file.length) return null;
  const siz = start + 4;
  const [x, y, left, top] = [4, 8, 12, 16].map((at) => file.readUInt32BE(siz + at)) as [number, number, number, number];
  if (left >= x || top >= y) return null;
  const decompositions = decompositionsIn(file, siz);
  if (decompositions === null) return null;
  return { width: x - left, height: y - top, components: file.readUInt16BE(siz + 36), decompositions };
};

/** From the first coding style (COD); `at` is the length of the segment before it. */
const decompositionsIn = (file: Buffer, at: number): number | null => {
  for (let next = at; next + 2 <= file.length;) {
    next += file.readUInt16BE(next);
    if (next + 4 > file.length) return null;
    const marker = file.readUInt16BE(next);
    if (marker === SOT) return null;
    next += 2;
    if (marker === COD) return next + 8 > file.length ? null : Math.min(32, file.readUInt8(next + 7));
    if (file.readUInt16BE(next) < 2) return null;
  }
  return null;
};
