import { queryOptions } from '@tanstack/react-query';
import { serviceRequests } from '../../../api/service-requests.js';
import { dataOf } from '../../../api/data-of.js';
import type { components } from '../../../api/generated/preservation.js';
import { PRESERVATION, preservation } from '../../api/services.js';
import { startWorker } from '../../api/trusted-scripts.js';
import type { Asked } from './index.worker.js';
import workerAddress from './index.worker.ts?worker&url';
import type { XmlIndex } from './xml-index.js';

export type MetsSummary = components['schemas']['MetsSummary'];

/** The text of a METS, with the index of its elements. */
export interface MetsText {
  readonly text: string;
  readonly index: XmlIndex;
}

/** Of a larger one the words alone are shown, and the download. */
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

/** What the METS of a deposit says, in numbers. */
export const metsQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['deposits', depositId, 'mets', 'summary'],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/deposits/{depositId}/mets/summary', { params: { path: { depositId } }, signal }) as Promise<{
          readonly data?: MetsSummary; // never the progress, after which it is asked for again
          readonly response: Response;
        }>,
      ),
  });

/** Its text; null where it is too large to be shown, and is not read. */
export const sourceQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['deposits', depositId, 'mets', 'source'],
    structuralSharing: false,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<{ readonly read: MetsText | null }> => {
      const mets = await requests.open(new Request(`${PRESERVATION}/deposits/${depositId}/mets`, { signal }));
      if (Number(mets.headers.get('content-length') ?? 0) > MOST_BYTES) {
        await mets.body?.cancel();
        return { read: null };
      }
      const text = await mets.text();
      const { index } = await ask<{ readonly index: XmlIndex }>({ kind: 'index', text });
      return { read: { text, index } };
    },
  });
