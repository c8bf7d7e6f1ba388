/** Pictures in HEVC of 64 by 64 pixels, as x265 has coded them: red on the left and blue on the right, and one of zeros. */
const HALVES = {
  settings:
    'AQQIAAAAAAAAAAAAHvAA/P/4+AAADwMgAAEAF0ABDAH//wQIAAADAJ44AAADAAAeugJAIQABACpCAQEECAAAAwCeOAAAAwAAHpAEECCy3VyU1zcCAgYEAAADAAQAAAMABCAiAAEACEQBwXMYMAiQ',
  picture:
    'AAAAgigBrwY4iS58L/XzX///g0/2X94GSppl/OsRyP9Wpj//22Gpv72M5h8GJScRqvDJu9iw1KPdJfFOwbosyELvMTuFKVZHnGkl/NNrji1GET0MJFUPTxrnV1qBFXgF5T4k70e7pnbqD77ErXS56JzrrRQDXzQDhqE6ntRtXgeChH0LUXc=',
};
const ZEROS = {
  settings:
    'AQQIAAAAAAAAAAAAHvAA/Pz4+AAADwMgAAEAF0ABDAH//wQIAAADAJ/4AAADAAAeugJAIQABACZCAQEECAAAAwCf+AAAAwAAHsCCBBZbq5Ka5sCAAAADAIAAAAMAhCIAAQAGRAHBc8CJ',
  picture: 'AAAADygBrgxwtQvhf+EtfsVfEw==',
};

const u8 = (...values: readonly number[]): Buffer => Buffer.from(values);
const u16 = (...values: readonly number[]): Buffer => Buffer.concat(values.map((it) => u8(it >> 8, it & 0xff)));
const u32 = (...values: readonly number[]): Buffer => Buffer.concat(values.map((it) => u16(it >>> 16, it & 0xffff)));
const box = (type: string, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};
const fullBox = (type: string, version: number, ...contents: readonly Buffer[]): Buffer =>
  box(type, u8(version, 0, 0, 0), ...contents);
const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** What the container says of the image. */
export interface HeicOptions {
  /** What it says that its extents are. */
  readonly width?: number;
  readonly height?: number;
  /** Quarters by which it is turned against the clock. */
  readonly quarters?: number;
  /** Of ICC. */
  readonly profile?: Buffer;
  /** With an alpha of zeros. */
  readonly isClear?: boolean;
  /** As a grid of so many columns and rows of the picture. */
  readonly grid?: readonly [columns: number, rows: number];
}

interface Item {
  readonly type: string;
  readonly properties: readonly Buffer[];
  readonly data: Buffer;
  readonly refersTo?: { readonly as: string; readonly items: readonly number[] };
}

const extents = (width: number, height: number): Buffer => fullBox('ispe', 0, u32(width, height));
const hevc = (coded: typeof HALVES, ...properties: readonly Buffer[]): Item => ({
  type: 'hvc1',
  properties: [box('hvcC', base64(coded.settings)), ...properties],
  data: base64(coded.picture),
});

/** A HEIC file (ISO/IEC 23008-12) with a picture that is red on its left half and blue on its right one. */
export const heicFile = ({
  width = 64,
  height = 64,
  quarters = 0,
  profile,
  isClear,
  grid,
}: HeicOptions = {}): Buffer => {
  const shown = [
    ...(quarters > 0 ? [box('irot', u8(quarters))] : []),
    ...(profile === undefined ? [] : [box('colr', Buffer.from('prof'), profile)]),
  ];
  if (grid !== undefined) return fileOf(gridOf(grid, shown));
  const image = hevc(HALVES, extents(width, height), ...shown);
  const alpha = hevc(
    ZEROS,
    extents(width, height),
    fullBox('auxC', 0, Buffer.from('urn:mpeg:hevc:2015:auxid:1\0', 'latin1')),
  );
  return fileOf(isClear === true ? [image, { ...alpha, refersTo: { as: 'auxl', items: [1] } }] : [image]);
};

/** The primary item of a grid is the first; the tiles follow. */
const gridOf = ([columns, rows]: readonly [number, number], shown: readonly Buffer[]): readonly Item[] => {
  const tiles = Array.from({ length: columns * rows }, () => hevc(HALVES, extents(64, 64)));
  const [width, height] = [columns * 64, rows * 64];
  const grid = {
    type: 'grid',
    properties: [extents(width, height), ...shown],
    data: Buffer.concat([u8(0, 0, rows - 1, columns - 1), u16(width, height)]),
    refersTo: { as: 'dimg', items: tiles.map((_, index) => index + 2) },
  };
  return [grid, ...tiles];
};

const fileOf = (items: readonly Item[]): Buffer => {
  const type = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const start = type.length + metaOf(items, 0).length + 8;
  return Buffer.concat([type, metaOf(items, start), box('mdat', ...items.map(({ data }) => data))]);
};

/** Items are numbered from 1; the first is the primary one. */
const metaOf = (items: readonly Item[], start: number): Buffer => {
  const count = u16(items.length);
  const handler = fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13));
  const infos = items.map(({ type }, index) =>
    fullBox('infe', 2, u16(index + 1, 0), Buffer.from(`${type}\0`, 'latin1')),
  );
  let at = start;
  const locations = items.map(({ data }, index) => {
    const location = Buffer.concat([u16(index + 1, 0, 1), u32(at, data.length)]);
    at += data.length;
    return location;
  });
  const references = items.flatMap(({ refersTo }, index) =>
    refersTo === undefined ? [] : [box(refersTo.as, u16(index + 1, refersTo.items.length, ...refersTo.items))],
  );
  return fullBox(
    'meta',
    0,
    handler,
    fullBox('pitm', 0, u16(1)),
    fullBox('iloc', 0, u8(0x44, 0), count, ...locations),
    fullBox('iinf', 0, count, ...infos),
    ...(references.length > 0 ? [fullBox('iref', 0, ...references)] : []),
    propertiesOf(items),
  );
};

/** Each item has its own properties, all of them essential. */
const propertiesOf = (items: readonly Item[]): Buffer => {
  let number = 0;
  const associations = items.map(({ properties }, index) =>
    Buffer.concat([u16(index + 1), u8(properties.length), u16(...properties.map(() => 0x8000 | ++number))]),
  );
  return box(
    'iprp',
    box('ipco', ...items.flatMap(({ properties }) => properties)),
    box('ipma', u8(0, 0, 0, 1), u32(items.length), ...associations),
  );
};
