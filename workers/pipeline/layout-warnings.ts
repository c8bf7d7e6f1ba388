import { besideDataWarnings } from '../../commands/workspace/beside-data.js';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
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
    : [`The tools looked at no file: there is none below ${view.tools.filesRoot}objects/.`];
  return [...none, ...besideDataWarnings(view)];
};
