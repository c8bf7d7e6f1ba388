import type { Archive, Place } from '../../archive/archive.js';
import { typedPathText } from '../program/archive-path.js';
import { depositorPath, storedPath } from '../program/depositor-name.js';

type Group = Extract<Place, { readonly kind: 'group' }>;

async function* childrenOf(archive: Archive, container: string): AsyncGenerator<string> {
  for await (const { kind, path } of archive.children(container))
    yield kind === 'container' ? `${path}/` : typedPathText(path);
}

/** What is in a folder of a group, each once; folders end with a slash. */
async function* entriesOf(archive: Archive, { path, head, below }: Group): AsyncGenerator<string> {
  const folder = below === '' ? '' : `${below}/`;
  let last = '';
  for await (const { stored } of archive.files(path, head, storedPath(below).replace(/\/$/, ''), {
    described: false,
  })) {
    const name = depositorPath(stored);
    if (name?.startsWith(folder) !== true) continue;
    const [entry = '', ...deeper] = name.slice(folder.length).split('/');
    const text = deeper.length > 0 ? `${path}/${folder}${entry}/` : typedPathText(`${path}/${folder}${entry}`);
    if (text !== last) yield text;
    last = text;
  }
}

async function* inside(archive: Archive, folder: string): AsyncGenerator<string> {
  const place: Place = folder === '' ? { kind: 'container', path: '' } : await archive.place(folder);
  if (place.kind === 'container') yield* childrenOf(archive, place.path);
  else if (place.kind === 'group') yield* entriesOf(archive, place);
}

async function* versionsOf(archive: Archive, path: string): AsyncGenerator<string> {
  const place = await archive.place(path);
  if (place.kind !== 'group') return;
  for (let version = place.head; version >= 1; version--) yield typedPathText(path, version);
}

/** The paths and versions of the archive with which a typed path may go on. */
export async function* pathCandidates(archive: Archive, typed: string): AsyncGenerator<string> {
  const [, path] = /^(.+)@(?:v\d*)?$/s.exec(typed) ?? [];
  if (path !== undefined) yield* versionsOf(archive, path);
  const folder = typed.slice(0, Math.max(0, typed.lastIndexOf('/')));
  for await (const candidate of inside(archive, folder))
    yield candidate === typed && !typed.endsWith('/') ? `${candidate}/` : candidate;
}
