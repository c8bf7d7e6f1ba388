import { Readable } from 'node:stream';
import { isReplaced } from '../../../formats/bytes.js';
import { confinedSize, type Size } from '../../../formats/iiif/confined-size.js';
import { PAINTED, THUMBNAIL } from '../../../formats/iiif/painted-media.js';
import { withoutServerPaths } from '../../../formats/paths/without-server-paths.js';
import { entityTag, notModified } from '../../http/answer/conditional.js';
import { notFound } from '../../http/answer/problem.js';
import { isNotModified } from '../../http/request/conditional-read.js';
import { json, type Answer, type Call } from '../../http/route.js';
import type { ShownMedia } from './shown-media.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { ImageRefused } from '../../../formats/iiif/image-renderer.js';

interface WantedImage {
  readonly media: ShownMedia;
  readonly path: string;
  /** The path, escaped as it was sent. */
  readonly mediaPath: string;
}

const CONTEXT = 'http://iiif.io/api/image/3/context.json';
/**
 * A service of the IIIF image API 3, level 0 (companion 15.4): its description, and the image in exactly a size that is no
 * larger than the image is described. The service itself redirects to its description; every other request is 404.
 */
export const imageAnswer = async (on: OpenIiif, call: Call, wanted: WantedImage): Promise<Answer> => {
  const { path, mediaPath } = wanted;
  const [, imagePath, width, height] = /^(.+)\/full\/(\d{1,5}),(\d{1,5})\/0\/default\.jpg$/s.exec(path) ?? [];
  if (imagePath !== undefined)
    return image(on, call, { ...wanted, path: imagePath }, { width: Number(width), height: Number(height) });
  if (path.endsWith('/info.json')) return description(on.baseUrls.preservation, call, wanted);
  const at = wanted.media.at(path);
  const isThere = at !== null && (await on.dependencies.bytes.head(at)) !== null;
  if (!isThere) return noImage(wanted.media, path);
  const last = mediaPath.slice(mediaPath.lastIndexOf('/') + 1);
  return { status: 303, headers: { Location: `${last}/info.json` } };
};

const noImage = ({ what }: ShownMedia, path: string): Answer =>
  notFound(`The ${what} has no image service for ${path.slice(0, 500)}`);

const extentsOf = (media: ShownMedia, path: string): Size | null => {
  const { width = null, height = null } = media.described(path) ?? {};
  return width === null || height === null ? null : { width, height };
};

/** Longer sides are not made, whatever is asked for. */
const MOST_PIXELS = 10_000;

const isWithin = ({ width, height }: Size, extents: Size): boolean =>
  Math.min(width, height) > 0 &&
  Math.max(width, height) <= MOST_PIXELS &&
  width <= extents.width &&
  height <= extents.height;

const description = (base: string, call: Call, { media, path }: WantedImage): Answer => {
  const of = path.slice(0, -'/info.json'.length);
  const extents = extentsOf(media, of);
  if (extents === null) return noImage(media, of);
  const value = {
    '@context': CONTEXT,
    id: base + call.path.slice(0, -'/info.json'.length),
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
    ...extents,
    sizes: sizesOf(extents),
  };
  return json(200, value, { 'Cache-Control': 'private, max-age=600' });
};

/**
 * The longer sides of the sizes that are named. None is more than twice the one before: OpenSeadragon chooses the largest
 * that is no more than twice as large as it is shown, and would enlarge a much smaller one.
 */
const SIDES = [THUMBNAIL, 200, 400, 800, PAINTED];

const sizesOf = (extents: Size): Size[] => {
  const longest = Math.max(extents.width, extents.height);
  return SIDES.filter((_, index) => (SIDES[index - 1] ?? 0) < longest).map((side) => confinedSize(extents, side));
};

const image = async (
  { dependencies: { bytes }, images }: OpenIiif,
  call: Call,
  { media, path }: WantedImage,
  size: Size,
): Promise<Answer> => {
  const extents = extentsOf(media, path);
  if (extents === null || !isWithin(size, extents)) return noImage(media, path);
  const at = media.at(path);
  const info = at && (await bytes.head(at));
  if (info === null) return noImage(media, path);
  const etag = entityTag(info.etag, info.size, size.width, size.height);
  const headers = { ETag: `W/${etag}`, 'Cache-Control': 'private, max-age=3600' };
  if (isNotModified(call.header, { etag, lastModified: null })) return notModified(headers);
  try {
    const open = async (): Promise<Readable> => (await bytes.get(info, { etag: info.etag })).stream;
    const identity = JSON.stringify([info.bucket, info.key, info.etag]);
    const jpeg = await images.jpeg({ identity, size: info.size, open }, size, call.over, call.holder);
    const stream = Readable.from([jpeg]);
    return { status: 200, headers, content: { kind: 'bytes', stream, mediaType: 'image/jpeg', size: jpeg.length } };
  } catch (error) {
    if (error instanceof ImageRefused) return notFound(withoutServerPaths(error.message));
    if (isReplaced(error)) return noImage(media, path);
    throw error;
  }
};
