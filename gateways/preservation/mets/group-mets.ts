import { agentsOf } from '../../../commands/workspace/deposit-mets.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ObjectAddress } from '../../../formats/bytes.js';
import { storedSource } from '../../../formats/mets/mets-work.js';
import { recordedContent, type RecordedContent } from '../../../formats/ocfl/recorded-content.js';
import { findMets } from '../../../formats/mets/find-mets.js';
import { versionOf } from '../../../formats/ocfl/inventory/inventory.js';
import { originIn } from '../../../formats/group-state/storage-map.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import { refuseTooLarge } from '../../../formats/xml/limits.js';
import type { GroupReader } from '../../group-content/group-reader.js';
import type { GroupView } from '../../repository/group-view.js';
import type { AnswerKnownMets, AnswerParsedMets } from '../../parsed-mets/parsed-mets-answer.js';
import type { MetsShape } from '../../parsed-mets/parsed-mets.js';
import { notFound } from '../../http/answer/problem.js';
import type { Answer } from '../../http/route.js';

/** `view=mets`: the METS file in the root of an archival group, as it was preserved (companion 3.1). */
export const groupMets =
  ({ bytes }: Pick<Dependencies, 'bytes'>, groups: GroupReader): GroupView =>
  async (group) => {
    const mets = await metsOfGroup(groups, group, versionName(group.head));
    if (mets === null) return withoutMets(group);
    const { info, stream } = await bytes.get(mets.at);
    return { status: 200, content: { kind: 'bytes', stream, mediaType: 'application/xml', size: info.size } };
  };

/** `view=parsed-mets`: that METS, parsed, without the METS file in its list of files (companion 2.15). */
export const groupParsedMets =
  (dependencies: Pick<Dependencies, 'bytes' | 'metsAgent'>, groups: GroupReader, answer: AnswerParsedMets): GroupView =>
  async (group, holder) => {
    const shapeOf = ({ origin: metsUri, modified }: GroupMets): MetsShape => {
      const rootUri = metsUri.slice(0, metsUri.lastIndexOf('/') + 1);
      return { kind: 'parsed-mets', around: { rootUri, metsUri, etag: null, self: null, modified } };
    };
    return answerGroupMets({ dependencies, groups, answer, holder }, group, versionName(group.head), shapeOf);
  };

interface AnswerDependencies {
  readonly dependencies: Pick<Dependencies, 'bytes' | 'metsAgent'>;
  readonly groups: GroupReader;
  readonly answer: AnswerKnownMets;
  /** Whose turn to use a thread is taken. */
  readonly holder: string;
}

/** Answers with the METS of a group's version in a shape; 404 where it has none. */
export const answerGroupMets = async (
  { dependencies, groups, answer, holder }: AnswerDependencies,
  group: Group,
  version: string,
  shapeOf: (mets: GroupMets) => MetsShape,
): Promise<Answer> => {
  const mets = await metsOfGroup(groups, group, version);
  if (mets === null) return withoutMets(group);
  const { size = 0, etag = '' } = (await dependencies.bytes.head(mets.at)) ?? {};
  refuseTooLarge(size);
  const shape = shapeOf(mets);
  const order = { agents: agentsOf(dependencies), present: mets.paths, shape };
  const madeOf = [mets.at, etag, group.place.path, version, shape];
  const source = storedSource(dependencies.bytes, { ...mets.at, size }, { recorded: mets.recorded });
  const load = () => Promise.resolve({ source, order });
  return (await answer({ size, holder, load, madeOf })) ?? withoutMets(group);
};

export interface GroupMets {
  /** Of the group; empty where it has none. */
  readonly name: string;
  readonly at: ObjectAddress;
  readonly recorded: RecordedContent;
  readonly origin: string;
  readonly modified: string;
  /** Of all files in the group. */
  readonly paths: ReadonlySet<string>;
}

type Group = Parameters<GroupView>[0];

const withoutMets = ({ place }: Group): Answer => notFound(`Archival Group ${place.path} has no METS file.`);

/** The METS in the root of a group's version, by its label; null without one. */
export const metsOfGroup = async (
  groups: GroupReader,
  { place, head }: Group,
  version: string,
): Promise<GroupMets | null> => {
  const content = await groups.content(place.path, head, version);
  const inRoot = content.children.get('')?.binaries ?? [];
  const path = findMets(inRoot.map((each) => each.path));
  if (path === null) return null;
  const stored = content.storage.find(path);
  const origin = originIn(content.storage, content.place, path);
  if (stored === null || origin === undefined) return null;
  const { bucket, root } = content.place;
  const modified =
    inRoot.find((each) => each.path === path)?.modified ?? versionOf(content.inventory, content.version).created;
  const at = { bucket, key: `${root}/${stored.fullPath}` };
  const algorithm = content.inventory.digestAlgorithm === 'sha512' ? 'sha512' : 'sha256';
  const recorded = recordedContent(`${place.path}@${version}`, path, { algorithm, value: stored.hash });
  return { at, recorded, origin, modified, name: content.state.name, paths: new Set(content.state.binaries.keys()) };
};
