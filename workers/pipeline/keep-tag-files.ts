import { AD_HOC, isInBagFolder } from '../../commands/workspace/ad-hoc.js';
import { tagFilesIn } from '../../commands/workspace/beside-data.js';
import { putFolder } from '../../commands/workspace/put-unless-there.js';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { isMarker, type WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import { isMadeBy } from '../../formats/bagit/carried-elements.js';
import { isReplaced } from '../../formats/bytes.js';
import { ancestorsOf } from '../../formats/paths/repository-path.js';
import type { RunAttempt } from './run-attempt.js';
import { bagInfoIn } from './bag-info-in.js';
import { RunFailure } from './run-failure.js';

/**
 * Copies the tag files of a bag to `metadata/ad-hoc/bag/` before the bag is made anew, so that they are preserved as the
 * depositor sent them: in the root they never are (preservation 2.6). No file is replaced: where other ones are there, as
 * those of an earlier bag, the copies go to `bag-2/`, and so on. Answers the paths of all such copies, relative to the
 * root of the files. Throws RunFailure where a tag file is replaced meanwhile. Safe to repeat.
 */
export const keepTagFiles = async (attempt: RunAttempt, view: WorkspaceView): Promise<readonly string[]> => {
  const { filesRoot } = view.tools;
  const there = view.objects.filter((each) => !isMarker(each)).map(({ path }) => path.slice(filesRoot.length));
  const kept = there.filter(isInBagFolder);
  const tagFiles = tagFilesIn(view);
  if (tagFiles.length === 0 || !(await areOfDepositor(attempt, view))) return kept;
  const folder = folderFor(tagFiles, view);
  const copies = tagFiles.map(({ path }) => `${folder}/${path}`);
  const place = { bucket: view.deposit.files.bucket, prefix: view.deposit.files.prefix + filesRoot };
  const { dependencies, step, requireLive } = attempt;
  for (const each of new Set(copies.flatMap(ancestorsOf))) {
    await requireLive();
    await step('put-folder', () => putFolder(dependencies.bytes, place, each));
  }
  const isThere = new Set(kept);
  for (const tagFile of tagFiles) {
    const copy = `${folder}/${tagFile.path}`;
    if (isThere.has(copy)) continue;
    await requireLive();
    await step('copy-tag-file', () => copyTo(attempt, view, { tagFile, key: place.prefix + copy }));
  }
  return [...new Set([...kept, ...copies])];
};

const copyTo = async (
  { dependencies: { bytes } }: RunAttempt,
  { deposit: { files } }: WorkspaceView,
  { tagFile: { path, etag, size }, key }: { readonly tagFile: WorkspaceObject; readonly key: string },
): Promise<void> => {
  const { bucket, prefix } = files;
  await bytes.copy({ bucket, key: prefix + path, etag, size }, { bucket, key }).catch((error: unknown) => {
    throw isReplaced(error) ? new RunFailure(`${path} of the bag was replaced during the run.`) : error;
  });
};

/** False for tag files that a run has written, or has begun to write. */
const areOfDepositor = async (attempt: RunAttempt, view: WorkspaceView): Promise<boolean> => {
  if (!view.deposit.pipeline.hasBagged) return true;
  const elements = await bagInfoIn({ ...attempt, deposit: view.deposit, objects: view.objects });
  const software = attempt.dependencies.metsAgent.name;
  return elements.length > 0 && !elements.some((each) => isMadeBy({ software }, each));
};

/** The first folder in which there is nothing but these files. */
const folderFor = (tagFiles: readonly WorkspaceObject[], { objects, tools: { filesRoot } }: WorkspaceView): string => {
  const byPath = new Map(tagFiles.map((each) => [each.path, each]));
  for (let number = 1; ; number++) {
    const folder = `${AD_HOC}/bag${number === 1 ? '' : `-${number}`}`;
    const below = `${filesRoot}${folder}/`;
    const inside = objects.filter((each) => each.path.startsWith(below) && !isMarker(each));
    if (inside.every((each) => areSame(each, byPath.get(each.path.slice(below.length))))) return folder;
  }
};

const areSame = (copy: WorkspaceObject, tagFile: WorkspaceObject | undefined): boolean => {
  if (copy.size !== tagFile?.size) return false;
  const areDigestsKnown = copy.sha256 !== null && tagFile.sha256 !== null;
  return areDigestsKnown ? copy.sha256 === tagFile.sha256 : copy.etag === tagFile.etag;
};
