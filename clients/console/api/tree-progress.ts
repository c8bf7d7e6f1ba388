import type { components } from '../../api/generated/preservation.js';
import { listeners } from './listeners.js';

/** How far the tree of a deposit is that the platform makes. */
export type TreeProgress = components['schemas']['TreeProgress'];

/** By the address of the deposit's resources. */
const made = new Map<string, TreeProgress>();
const changes = listeners();

const tell = (deposit: string, progress: TreeProgress | null): void => {
  if (progress === null) made.delete(deposit);
  else made.set(deposit, progress);
  changes.tell();
};

export const subscribeToTrees = changes.subscribe;

/** How far the tree of a deposit is that a request waits for; null where none does. */
export const treeProgressOf = (depositId: string): TreeProgress | null =>
  [...made].find(([deposit]) => deposit.endsWith(`/deposits/${depositId}`))?.[1] ?? null;

/** Sends a request again for as long as it is answered with the progress of the tree that it needs. */
export const askingForTree = async (
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> => {
  const [, deposit] = /^(.*\/deposits\/[^/?]+)\/(?:combined|mets\/summary)(?:\?|$)/.exec(request.url) ?? [];
  if (deposit === undefined) return send(request);
  request.headers.set('Prefer', 'respond-async, wait=1');
  let hasTold = false;
  try {
    for (;;) {
      const answer = await send(request.clone());
      if (answer.status !== 202) return answer;
      tell(deposit, (await answer.json()) as TreeProgress);
      hasTold = true;
    }
  } finally {
    if (hasTold) tell(deposit, null);
  }
};
