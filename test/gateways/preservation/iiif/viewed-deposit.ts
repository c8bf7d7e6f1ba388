import sharp from 'sharp';
import { ask, newDeposit, type OpenedDeposit, type Reply } from '../../conversation.js';
import type { LiveServices } from '../../live-services.js';
import { as } from '../deposit-life/deposits-by-state.js';

/** Characters of names that addresses escape. */
export const PAGE = 'objects/page #1 é%😀.png';
export const FILM = 'objects/film.mp4';
export const NOTES = 'objects/notes.txt';
const EXIF = 'metadata/exif/exif_output.txt';
export const FILM_BYTES = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, at) => at % 251));
export const [WIDTH, HEIGHT] = [1_600, 800];

export interface ViewedDeposit extends OpenedDeposit {
  /** The address of the manifest, with its token. */
  readonly manifest: string;
  readonly token: string;
  /** What the addresses of its media begin with. */
  readonly media: string;
}

export interface Canvas {
  readonly id: string;
  readonly label: { readonly none: readonly string[] };
}

export interface Manifest {
  readonly id: string;
  readonly items: readonly Canvas[];
  readonly structures?: readonly object[];
  readonly [other: string]: unknown;
}

export const escaped = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The address that a user's session has. */
export const tokenisedUri = async (deposit: OpenedDeposit, agent = 'ann'): Promise<string> => {
  const { status, headers } = await fetch(`${deposit.uri}/iiif`, { headers: as(agent), redirect: 'manual' });
  if (status !== 302) throw new Error(`no session: ${status}`);
  return new URL(headers.get('location') ?? '', deposit.uri).href;
};

const page = async (): Promise<Buffer> =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#c02040' } })
    .png()
    .toBuffer();

/** A deposit with a picture, a film and a text, whose METS knows the extents that a tool found. */
export const viewedDeposit = async (live: LiveServices, request: object = {}): Promise<ViewedDeposit> => {
  const found = [
    `======== objects/page #1 é%😀.png\nMIME Type : image/png\nImage Width : ${WIDTH}\nImage Height : ${HEIGHT}`,
    '======== objects/film.mp4\nMIME Type : video/mp4\nImage Width : 320\nImage Height : 240\nDuration : 12.5 s',
  ];
  const files: readonly PutFile[] = [
    [PAGE, await page(), 'image/png'],
    [FILM, FILM_BYTES, 'video/mp4'],
    [NOTES, Buffer.from('<script>alert(1)</script>'), 'text/html'],
  ];
  return depositOf(live, files, found, request);
};

type PutFile = readonly [path: string, bytes: Buffer, contentType: string | null];

/** A deposit with these files, whose METS knows what a tool `found`, in blocks of its output. */
export const depositOf = async (
  live: LiveServices,
  files: readonly PutFile[],
  found: readonly string[],
  request: object = {},
): Promise<ViewedDeposit> => {
  const deposit = await newDeposit(live, { archivalGroupName: 'Letters', template: 'RootLevel', ...request });
  const all: readonly PutFile[] = [...files, [EXIF, Buffer.from(`${found.join('\n')}\n`), 'text/plain']];
  for (const [path, bytes, contentType] of all)
    await live.bytes.put(
      { bucket: live.places.workspaceBucket, key: deposit.prefix + path },
      bytes,
      contentType === null ? {} : { contentType },
    );
  const paths = all.map(([path]) => path);
  const etag = (await ask('GET', deposit.uri)).body['metsETag'];
  const headers = { 'if-match': String(etag), ...as('ann') };
  const added = await ask('POST', `${deposit.uri}/mets`, paths, headers);
  if (added.status !== 200) throw new Error(added.text);
  const manifest = await tokenisedUri(deposit);
  const token = manifest.slice(manifest.lastIndexOf('/') + 1);
  return { ...deposit, manifest, token, media: `${live.preservation}/media/${token}/deposit/${deposit.id}` };
};

/** Imports a deposit into its archival group. */
export const imported = async (live: LiveServices, { uri }: Pick<OpenedDeposit, 'uri'>): Promise<void> => {
  const { body: job } = await ask('GET', `${uri}/importjobs/diff`);
  const { status, text } = await ask('POST', `${uri}/importjobs`, job);
  if (status !== 201) throw new Error(text);
  await live.settle();
};

/** A deposit with the files of the newest version of an archival group. */
export const exported = async (live: LiveServices, archivalGroup: string): Promise<Pick<OpenedDeposit, 'uri'>> => {
  const { body, status, text } = await ask('POST', `${live.preservation}/deposits/export`, { archivalGroup });
  if (status !== 201) throw new Error(text);
  await live.settle();
  return { uri: body.id };
};

export const manifestOf = async ({ manifest }: Pick<ViewedDeposit, 'manifest'>): Promise<Manifest> => {
  const { status, text, body } = await ask('GET', manifest);
  if (status !== 200) throw new Error(text);
  return body as unknown as Manifest;
};

export const postManifest = (
  { manifest }: Pick<ViewedDeposit, 'manifest'>,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> => ask('POST', manifest, body, headers);
