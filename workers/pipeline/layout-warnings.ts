import { besideDataWarnings, tagFilesIn } from '../../commands/workspace/beside-data.js';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { firstNames } from '../../flow/first-of-many.js';
import { isMisreadByBagitPy } from '../../formats/bagit/bag-path.js';
import { isMarker, type WorkspaceObject } from '../../commands/workspace/workspace-object.js';

/** Which objects of a workspace the tools of a run look at. */
export const isLookedAtIn = ({ tools: { filesRoot } }: WorkspaceView): ((object: WorkspaceObject) => boolean) => {
  const place = `${filesRoot}objects/`;
  return (object) => object.path.startsWith(place) && !isMarker(object);
};

/** Sentences about files of a deposit that a run does not look at, and where there are none to look at. */
export const layoutWarnings = (view: WorkspaceView): readonly string[] => {
  const none = view.objects.some(isLookedAtIn(view))
    ? []
    : [`The tools examined no file: there is none below ${view.tools.filesRoot}objects/.`];
  return [...none, ...besideDataWarnings(view, tagFilesIn(view)), ...misreadWarnings(view)];
};

const misreadWarnings = ({ objects, tools: { filesRoot } }: WorkspaceView): readonly string[] => {
  if (filesRoot === '') return [];
  const inPayload = objects.filter((each) => each.path.startsWith(filesRoot) && !isMarker(each));
  const misread = inPayload.map(({ path }) => path).filter(isMisreadByBagitPy);
  if (misread.length === 0) return [];
  return [
    `The new bag is valid, but bagit.py 1.9 and earlier report these files as missing, because they misread a percent sign or white space in their names: ${firstNames(misread)}.`,
  ];
};
