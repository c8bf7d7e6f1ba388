import { pause } from '../../flow/pause.js';

interface System {
  readonly views: readonly { readonly name: string; readonly complete: boolean }[];
}

const POLL_MS = 1_000;
const UNAVAILABLE = 503;

/** Whether a preservation service says of every view, search indexes among them, that it is complete. */
const isBuilt = async (preservation: string): Promise<boolean> => {
  const answer = await fetch(`${preservation}/system`);
  if (answer.status === UNAVAILABLE) {
    await answer.body?.cancel();
    return false;
  }
  const { views } = (await answer.json()) as System;
  return views.length > 0 && views.every(({ complete }) => complete);
};

/** Resolves when a preservation service has every view and its search indexes. */
export const untilBuilt = async (preservation: string): Promise<void> => {
  while (!(await isBuilt(preservation))) await pause(POLL_MS);
};
