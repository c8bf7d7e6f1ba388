import { codeOf } from '../../../flow/error-code.js';

/**
 * Lets this process go on when nobody reads its output any more, as after `| head`, or when a collector of logs has
 * ended: what it would say is lost, and nothing else.
 */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (codeOf(error) !== 'EPIPE') throw error;
    });
};
