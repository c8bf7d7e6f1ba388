import { besideDataWarnings } from '../../commands/workspace/beside-data.js';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { isMarker } from '../../commands/workspace/workspace-object.js';

/** Sentences about files of a deposit that a run does not look at, and where there are none to look at. */
export const layoutWarnings = (view: WorkspaceView): readonly string[] => {
  const place = `${view.tools.filesRoot}objects/`;
  const isEmpty = !view.objects.some((each) => each.path.startsWith(place) && !isMarker(each));
  const none = isEmpty ? [`The tools looked at no file: there is none below ${place}.`] : [];
  return [...none, ...besideDataWarnings(view)];
};
