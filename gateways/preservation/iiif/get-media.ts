import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { isReplaced, type ObjectInfo } from '../../../formats/bytes.js';
import { nameViolation } from '../../../formats/paths/repository-path.js';
import { entityTag, notModified } from '../../http/answer/conditional.js';
import { bytesAnswer, headerSafe } from '../../http/answer/bytes-answer.js';
import { badRequest, notFound } from '../../http/answer/problem.js';
import { isNotModified } from '../../http/request/conditional-read.js';
import { route, pathParameter, type Answer, type Call, type Route } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { imageAnswer } from './image-answer.js';
import type { ShownMedia } from './shown-media.js';
import { openedGroup } from './opened-group.js';
import { isAnswer, sessionExpired, sessionOf } from './session-answer.js';

/** The media of a deposit or of a version of an archival group, for whoever has the token (preservation 4.9, companion 15.4). */
export const getMedia = (on: OpenIiif): Route =>
  route('getMedia', async (call) => {
    const { source = '', mediaType = '', mediaPath = '' } = call.params;
    const openMedia = OPENED.get(source.toLowerCase());
    if (openMedia === undefined)
      return badRequest('Only the media of deposits and archival groups are served.', 'Unsupported source');
    const path = decodedPath(mediaPath);
    if (path === null) return sessionExpired();
    const media = await openMedia(on, call);
    return isAnswer(media) ? media : mediaAnswer(on, call, { media, type: mediaType.toLowerCase(), path, mediaPath });
  });

type OpenMedia = (on: OpenIiif, call: Call) => Promise<ShownMedia | Answer>;

const openDeposit: OpenMedia = async (on, call) => {
  const depositId = pathParameter(call, 'depositId');
  const session = await sessionOf(on, depositId, call.params['token'] ?? '');
  if (isAnswer(session)) return session;
  return (await on.media(depositId, call.holder)) ?? refusalAnswer(depositNotFound(depositId));
};

const openGroup: OpenMedia = async (on, { params, holder }) => {
  const opened = await openedGroup(on, params['depositId'] ?? '', params['token'] ?? '');
  return isAnswer(opened) ? opened : on.groupMedia(opened, holder);
};

const OPENED: ReadonlyMap<string, OpenMedia> = new Map([
  ['deposit', openDeposit],
  ['archivalgroup', openGroup],
]);

const LONGEST = 8_192;

/** The path, decoded; null where a segment is empty, `.` or `..`, or has a back-slash or NUL. */
const decodedPath = (escaped: string): string | null => {
  if (escaped.length > LONGEST) return null;
  try {
    const segments = escaped.split('/').map(decodeURIComponent);
    return segments.some((each) => nameViolation(each) !== null || each.includes('\\')) ? null : segments.join('/');
  } catch {
    return null;
  }
};

interface WantedMedia {
  readonly media: ShownMedia;
  readonly type: string;
  readonly path: string;
  /** The path, escaped as it was sent. */
  readonly mediaPath: string;
}

const mediaAnswer = (on: OpenIiif, call: Call, { media, type, path, mediaPath }: WantedMedia): Promise<Answer> => {
  switch (type) {
    case 'imagesvc':
      return imageAnswer(on, call, { media, path, mediaPath });
    case 'file':
    case 'video':
    case 'audio':
      return fileAnswer(on, call, { media, path });
    case 'placeholder':
      return placeholderAnswer(on, call, path);
    default:
      return Promise.resolve(notFound('There are no such media.'));
  }
};

const placeholderAnswer = async ({ images }: OpenIiif, call: Call, name: string): Promise<Answer> => {
  const bytes = await images.placeholder(name === 'thumb.png', call.over, call.holder);
  return {
    status: 200,
    headers: { 'Cache-Control': 'public, max-age=86400, immutable' },
    content: { kind: 'bytes', stream: Readable.from([bytes]), mediaType: 'image/png', size: bytes.length },
  };
};

/** A file with its recorded type, or one range of it. */
const fileAnswer = async (
  { dependencies: { bytes } }: OpenIiif,
  call: Call,
  { media, path }: Pick<WantedMedia, 'media' | 'path'>,
): Promise<Answer> => {
  const at = media.at(path);
  const info = at && (await bytes.head(at));
  if (info === null) return noFile(media, path);
  const validators = { etag: tagOf(info), lastModified: null };
  const caching = { ETag: `W/${validators.etag}`, 'Cache-Control': 'private, max-age=3600' };
  if (isNotModified(call.header, validators)) return notModified(caching);
  try {
    return await bytesAnswer(call, {
      size: info.size,
      validators,
      mediaType: typeOf(media, path, info),
      headers: caching,
      open: async (range) => (await bytes.get(info, { etag: info.etag, ...(range === null ? {} : { range }) })).stream,
    });
  } catch (error) {
    if (isReplaced(error)) return noFile(media, path);
    throw error;
  }
};

const noFile = ({ what }: ShownMedia, path: string): Answer =>
  notFound(`The ${what} has no file ${path.slice(0, 500)}`);

const tagOf = ({ etag, size }: ObjectInfo): string =>
  entityTag(createHash('sha256').update(etag).digest('base64url'), size);

const typeOf = (media: ShownMedia, path: string, info: ObjectInfo): string =>
  headerSafe(media.described(path)?.contentType ?? info.contentType) ?? 'application/octet-stream';
