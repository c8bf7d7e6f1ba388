import { connect } from 'node:net';

const PATIENCE_MS = 2_000;

/** Whether something takes connections on this port of the loopback address. */
export const answersTcp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PATIENCE_MS });
    const answer = (taken: boolean) => (): void => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });

/** Whether this address answers a GET with 200. */
export const answersHttp = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
};
