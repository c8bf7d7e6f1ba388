/** An image of one colour in a TIFF. */
export interface TiffLayer {
  readonly width: number;
  readonly height: number;
  readonly colour: readonly [number, number, number];
}

type Field = readonly [tag: number, type: 3 | 4, values: readonly number[]];

/** A TIFF (6.0, little-endian, not compressed): pages, or a page whose other layers are its sub-images. */
export const layeredTiff = (layers: readonly TiffLayer[], kind: 'pages' | 'sub-images'): Buffer => {
  const parts: Buffer[] = [Buffer.from('49492a0000000000', 'hex')];
  const put = (bytes: Buffer): number => {
    const at = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(bytes);
    return at;
  };
  const putLayer = ({ width, height, colour }: TiffLayer, next: number, inner: readonly number[]): number => {
    const pixels = put(Buffer.concat(Array.from({ length: width * height }, () => Buffer.from(colour))));
    const fields: Field[] = [
      [256, 4, [width]],
      [257, 4, [height]],
      [258, 3, [8, 8, 8]],
      [259, 3, [1]],
      [262, 3, [2]],
      [273, 4, [pixels]],
      [277, 3, [3]],
      [278, 4, [height]],
      [279, 4, [width * height * 3]],
      ...(inner.length === 0 ? [] : [[330, 4, inner] as const]),
    ];
    const entries = fields.map(([tag, type, values]) => {
      const entry = Buffer.alloc(12);
      entry.writeUInt16LE(tag, 0);
      entry.writeUInt16LE(type, 2);
      entry.writeUInt32LE(values.length, 4);
      const bytes = bytesOf(type, values);
      if (bytes.length <= 4) bytes.copy(entry, 8);
      else entry.writeUInt32LE(put(bytes), 8);
      return entry;
    });
    const count = Buffer.alloc(2);
    count.writeUInt16LE(fields.length);
    return put(Buffer.concat([count, ...entries, bytesOf(4, [next])]));
  };
  const [whole, ...smaller] = layers;
  if (whole === undefined) throw new Error('a TIFF has an image');
  const first =
    kind === 'pages'
      ? layers.reduceRight((next, layer) => putLayer(layer, next, []), 0)
      : putLayer(
          whole,
          0,
          smaller.map((layer) => putLayer(layer, 0, [])),
        );
  parts[0]?.writeUInt32LE(first, 4);
  return Buffer.concat(parts);
};

const bytesOf = (type: 3 | 4, values: readonly number[]): Buffer => {
  const size = type === 3 ? 2 : 4;
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * size, size);
  return bytes;
};
