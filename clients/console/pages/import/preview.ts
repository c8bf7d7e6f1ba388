import { useEffect, useState } from 'react';
import { ApiFault } from '../../../api/api-fault.js';
import { startWorker } from '../../api/trusted-scripts.js';
import type { Answered, Ask, Asked, Kind, Reply } from './preview-protocol.js';
import script from './preview-worker.ts?worker&url';

/** The worker that reads the difference and keeps it. */
export interface Preview {
  /** Differs from that of any other preview of this page. */
  readonly number: number;
  /** Rejects with ApiFault where a service refuses, or does not answer. */
  readonly ask: <Each extends Kind>(kind: Each, value: Asked[Each]) => Promise<Answered[Each]>;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

let previews = 0;

const previewOver = (worker: Worker): Preview => {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const { resolve, reject } = waiting.get(data.number) ?? {};
    waiting.delete(data.number);
    if ('value' in data) resolve?.(data.value as never);
    else {
      const { message, status, problem } = data.failure;
      reject?.(status === 0 ? new Error(message) : new ApiFault(message, { status, problem }));
    }
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  });
  const ask: Preview['ask'] = (kind, value) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ number: last, kind, value } satisfies Ask);
    });
  previews += 1;
  return { number: previews, ask };
};

/** A preview of its own for this page; null until it is there. */
export const usePreview = (): Preview | null => {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    const worker = startWorker(script);
    setPreview(previewOver(worker));
    return () => worker.terminate();
  }, []);
  return preview;
};
