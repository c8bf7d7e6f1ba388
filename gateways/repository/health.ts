import { route, type Route } from '../http/route.js';

/** The process that answers. */
interface Answering {
  /** Random for each process, so that a client can tell the one that it means from a later one at its address. */
  readonly instance: string;
  readonly version: string;
}

/** Whether the service can serve. `probe` rejects while something it needs is unavailable. */
export const health = (probe: () => Promise<unknown>, { instance, version }: Answering): Route => {
  const answer = (status: number, text: string) =>
    ({
      status,
      headers: { 'Muniment-Instance': instance, 'Muniment-Version': version },
      content: { kind: 'text', text, mediaType: 'text/plain; charset=utf-8' },
    }) as const;
  return route('health', () =>
    probe().then(
      () => answer(200, 'Healthy'),
      () => answer(503, 'Unhealthy'),
    ),
  );
};
