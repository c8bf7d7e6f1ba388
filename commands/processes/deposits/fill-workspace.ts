import type { DepositBeginning } from '../../../events/deposit.js';
import type { ByteStore } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { createMets, describeArchivalGroup } from '../../../formats/mets/create-mets.js';
import { MetsFault } from '../../../formats/mets/model/fault.js';
import { findMets } from '../../../formats/mets/find-mets.js';
import { escapePath, lastName, ocflId, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { XmlFault } from '../../../formats/xml/fault.js';
import { givenName } from '../../archival-group/checks.js';
import { readHeadOfGroup, type HeadOfGroup } from '../../reads/read-group.js';
import type { Dependencies } from '../../core/dependencies.js';
import { putFolder, putUnlessThere, withOriginalName } from '../../workspace/put-unless-there.js';

const METS_TYPE = 'application/xml';
const FOLDERS = ['objects', 'metadata', 'metadata/ad-hoc'];

const putMets = ({ bytes }: Dependencies, { files }: DepositBeginning, name: string, mets: Uint8Array) => {
  const at = { bucket: files.bucket, key: files.prefix + name };
  return putUnlessThere(bytes, at, mets, { ...withOriginalName(lastName(name)), contentType: METS_TYPE });
};

/** A METS; null where a name in it cannot be written in XML, which a retry would not change. */
const unlessUnwritable = (make: () => Buffer): Buffer | null => {
  try {
    return make();
  } catch (error) {
    if (error instanceof MetsFault || error instanceof XmlFault) return null;
    throw error;
  }
};

/** The folders and the METS of a template, in `data/` for a bag (preservation 2.6). */
const scaffold = async (dependencies: Dependencies, beginning: DepositBeginning): Promise<string | null> => {
  const { template, files } = beginning;
  if (template === 'None') return null;
  const base = template === 'BagIt' ? 'data/' : '';
  const folders = FOLDERS.map((folder) => `${base}${folder}`);
  for (const folder of base === '' ? folders : ['data', ...folders]) await putFolder(dependencies.bytes, files, folder);
  const mets = unlessUnwritable(() =>
    createMets({
      title: givenName(beginning.archivalGroupName),
      agent: dependencies.metsAgent.name,
      now: dependencies.now(),
    }),
  );
  return mets === null ? null : putMets(dependencies, beginning, `${base}mets.xml`, mets);
};

/** The name and the bytes of the METS in the group's root; null when it has none (companion 3.1). */
const metsOf = async (
  bytes: ByteStore,
  { place, state, contentPath }: HeadOfGroup,
): Promise<{ readonly name: string; readonly content: Buffer } | null> => {
  const name = findMets([...state.binaries.keys()].filter((path) => !path.includes('/')));
  const path = name === null ? null : contentPath(name);
  if (name === null || path === null) return null;
  const { bytes: content } = await readWhole(bytes, { bucket: place.bucket, key: `${place.root}/${path}` });
  return { name, content };
};

/** A METS that describes the content of the group; null where a name in it cannot be written in XML. */
const describeGroup = (
  dependencies: Dependencies,
  group: RepositoryPath,
  { version, state }: HeadOfGroup,
): Buffer | null => {
  const storageLocation = (path: string): string => `${ocflId(group)}/${escapePath(path)}`;
  const containers = [...state.containers.values()].map(({ path, name }) => ({ path, name }));
  const files = [...state.binaries.values()].map(({ path, name, contentType, size, sha256, fileModified }) => ({
    path,
    name,
    contentType,
    size,
    digest: sha256,
    fileModified: fileModified === undefined ? null : new Date(fileModified),
    storageLocation: storageLocation(path),
  }));
  const heading = { title: version.name, agent: dependencies.metsAgent.name, now: dependencies.now() };
  return unlessUnwritable(() => describeArchivalGroup(heading, { containers, files }));
};

/**
 * Fills a new workspace and answers the ETag of its METS, null without one (companion 13.3). For an existing archival
 * group it puts the group's METS, or one made from the group's content if a template was asked for; else the template's
 * folders and METS. Where the group is being exported, its METS comes with the export. Existing objects are not replaced.
 */
export const fillWorkspace = async (
  dependencies: Dependencies,
  beginning: DepositBeginning,
  isExported: boolean,
): Promise<string | null> => {
  const { archivalGroup: group, template } = beginning;
  if (isExported && template === 'None') return null;
  const head = group === null ? null : await readHeadOfGroup(dependencies, group);
  if (group === null || head === null) return scaffold(dependencies, beginning);
  const mets = await metsOf(dependencies.bytes, head);
  if (mets !== null && isExported) return null;
  if (mets !== null) return putMets(dependencies, beginning, mets.name, mets.content);
  const made = template === 'None' ? null : describeGroup(dependencies, group, head);
  return made === null ? null : putMets(dependencies, beginning, 'mets.xml', made);
};
