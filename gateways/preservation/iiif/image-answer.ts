import { Readable } from 'node:stream';
import { isReplaced } from '../../../formats/bytes.js';
import { confinedSize, type Size } from '../../../formats/iiif/confined-size.js';
import { PAINTED, THUMBNAIL } from '../../../formats/iiif/deposit-manifest.js';
import { withoutServerPaths } from '../../../formats/paths/without-server-paths.js';
import { entityTag, notModified } from '../../http/answer/conditional.js';
import { notFound } from '../../http/answer/problem.js';
import { isNotModified } from '../../http/request/conditional-read.js';
import { json, type Answer, type Call } from '../../http/route.js';
import type { MediaOfDeposit } from './deposit-media.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { ImageRefused } from '../../../formats/iiif/image-renderer.js';

interface WantedImage {
  readonly media: MediaOfDeposit;
  readonly path: string;
  /** The path, escaped as it was sent. */
  readonly mediaPath: string;
}

const CONTEXT = 'http://iiif.io/api/image/3/context.json';
/** Longer sides are not made, whatever is asked for. */
const MOST_PIXELS = 10_000;

/**
 * A service of the IIIF image API 3, level 0 (companion 15.4): its description, and the image at a size. The service
 * itself redirects to its description; every other request is 404.
 */
export const imageAnswer = async (on: OpenIiif, call: Call, wanted: WantedImage): Promise<Answer> => {
  const { path, mediaPath } = wanted;
  const [, imagePath, width, height] = /^(.+)\/full\/(\d{1,5}),(\d{1,5})\/0\/default\.jpg$/s.exec(path) ?? [];
  if (imagePath !== undefined)
    return image(on, call, { ...wanted, path: imagePath }, { width: Number(width), height: Number(height) });
  if (path.endsWith('/info.json')) return description(on.baseUrls.preservation, call, wanted);
  const isThere = (await on.dependencies.bytes.head(wanted.media.at(path))) !== null;
  if (!isThere) return noImage(path);
  const last = mediaPath.slice(mediaPath.lastIndexOf('/') + 1);
  return { status: 303, headers: { Location: `${last}/info.json` } };
};

const noImage = (path: string): Answer => notFound(`The deposit has no image service for ${path.slice(0, 500)}`);

const extentsOf = (media: MediaOfDeposit, path: string): Size | null => {
  const { width = null, height = null } = media.described(path) ?? {};
  return width === null || height === null || width <= 0 || height <= 0 ? null : { width, height };
};

const description = (base: string, call: Call, { media, path }: WantedImage): Answer => {
  const of = path.slice(0, -'/info.json'.length);
  const extents = extentsOf(media, of);
  if (extents === null) return noImage(of);
  const value = {
    '@context': CONTEXT,
    id: base + call.path.slice(0, -'/info.json'.length),
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
    ...extents,
    sizes: [confinedSize(extents, THUMBNAIL), confinedSize(extents, PAINTED)],
  };
  return json(200, value, { 'Cache-Control': 'private, max-age=600' });
};

const image = async (
  { dependencies: { bytes }, images }: OpenIiif,
  call: Call,
  { media, path }: WantedImage,
  size: Size,
): Promise<Answer> => {
  if (size.width === 0 || size.height === 0 || Math.max(size.width, size.height) > MOST_PIXELS) return noImage(path);
  const at = media.at(path);
  const info = await bytes.head(at);
  if (info === null) return noImage(path);
  const etag = entityTag(info.etag, info.size, size.width, size.height);
  const headers = { ETag: `W/${etag}`, 'Cache-Control': 'private, max-age=3600' };
  if (isNotModified(call.header, { etag, lastModified: null })) return notModified(headers);
  try {
    const open = async (): Promise<Readable> => (await bytes.get(at, { etag: info.etag })).stream;
    const identity = JSON.stringify([at.bucket, at.key, info.etag]);
    const jpeg = await images.jpeg({ identity, size: info.size, open }, size, call.over, call.holder);
    const stream = Readable.from([jpeg]);
    return { status: 200, headers, content: { kind: 'bytes', stream, mediaType: 'image/jpeg', size: jpeg.length } };
  } catch (error) {
    if (error instanceof ImageRefused) return notFound(withoutServerPaths(error.message));
    if (isReplaced(error)) return noImage(path);
    throw error;
  }
};
