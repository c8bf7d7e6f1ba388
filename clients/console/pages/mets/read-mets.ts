import { queryOptions } from '@tanstack/react-query';
import { serviceRequests } from '../../../api/service-requests.js';
import { PRESERVATION } from '../../api/services.js';
import { startWorker } from '../../api/trusted-scripts.js';
import type { Asked, MetsHead } from './index.worker.js';
import workerAddress from './index.worker.ts?worker&url';
import type { XmlIndex } from './xml-index.js';

/** A METS that was read, with the index of its elements; null where it is too large to be shown. */
export interface ReadMets {
  readonly source: { readonly text: string; readonly index: XmlIndex } | null;
  readonly head: MetsHead;
  readonly bytes: number;
}

/** Above this the words alone are shown, and the download. */
const MOST_BYTES = 50_000_000;

const requests = serviceRequests();

type Without<Each> = Each extends unknown ? Omit<Each, 'number'> : never;

let worker: Worker | null = null;
let asked = 0;

/** Asks the worker, which keeps the text that it read last. */
const ask = <Answer>(what: Without<Asked>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    worker ??= startWorker(workerAddress);
    const asking = worker;
    const number = ++asked;
    const hear = ({ data }: MessageEvent<{ readonly number: number; readonly error?: string } & Answer>): void => {
      if (data.number !== number) return;
      asking.removeEventListener('message', hear);
      if (data.error === undefined) resolve(data);
      else reject(new Error(data.error));
    };
    asking.addEventListener('message', hear);
    asking.postMessage({ ...what, number });
  });

export const findInMets = async (word: string): Promise<readonly number[]> => {
  const { lines } = await ask<{ readonly lines: Uint32Array }>({ kind: 'find', word });
  return [...lines];
};

/** The METS of a deposit: its text, and what it says. */
export const metsQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['deposits', depositId, 'mets'],
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<ReadMets> => {
      const open = (part: string): Promise<Response> =>
        requests.open(new Request(`${PRESERVATION}/deposits/${depositId}/${part}`, { signal }));
      const [mets, parsed] = await Promise.all([open('mets'), open('parsed-mets')]);
      const length = Number(mets.headers.get('content-length') ?? 0);
      const isShown = length <= MOST_BYTES;
      if (!isShown) await mets.body?.cancel();
      const text = isShown ? await mets.text() : '';
      const { index, head } = await ask<{ readonly index: XmlIndex; readonly head: MetsHead }>({
        kind: 'read',
        text,
        parsed: await parsed.text(),
      });
      const bytes = isShown ? new TextEncoder().encode(text).length : length;
      return { source: isShown ? { text, index } : null, head, bytes };
    },
  });
