import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Told, Watched } from './serving-process.js';

/** A platform in a process of its own. */
export interface Served {
  readonly preservation: string;
  readonly storage: string;
  /** Does work, and answers what it did to the serving process, too. */
  watch<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly watched: Watched }>;
  stop(): Promise<void>;
}

export const serveIn = async (data: string): Promise<Served> => {
  const program = fileURLToPath(new URL('serving-process.js', import.meta.url));
  const child = fork(program, [data], { execArgv: ['--expose-gc'] });
  const told = async <Kind extends Told['kind']>(kind: Kind): Promise<Told & { kind: Kind }> => {
    const [message] = (await once(child, 'message')) as [Told];
    if (message.kind !== kind) throw new Error(`the server said ${message.kind}`);
    return message as Told & { kind: Kind };
  };
  const { preservation, storage } = await told('ready');
  return {
    preservation,
    storage,
    async watch(work) {
      child.send('begin');
      await told('begun');
      const result = await work();
      child.send('end');
      const { watched } = await told('watched');
      return { result, watched };
    },
    async stop() {
      const exited = once(child, 'exit');
      child.send('stop');
      await exited;
    },
  };
};
