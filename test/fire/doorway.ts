import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import type { Door } from './client.js';
import { incarnate, type Death, type Incarnation, type Surroundings } from './incarnation.js';

/** Where clients meet whichever process lives on a data folder. */
export interface Doorway {
  /** Resolves when a process serves. */
  door(): Promise<Door>;
  /** Starts a process, and lets clients in as long as it lives. */
  live(death: Death | null): Incarnation;
  /** How long the last start took, in milliseconds. */
  pace(): number;
}

/** At first, until a start was measured. */
const PACE_MS = 500;

export const doorwayTo = (surroundings: Surroundings): Doorway => {
  let pace = PACE_MS;
  let open: (door: Door) => void = () => undefined;
  const shut = (): Promise<Door> => new Promise((resolve) => (open = resolve));
  let door = shut();
  return {
    door: () => door,
    pace: () => pace,
    live(death) {
      const incarnation = incarnate(surroundings, death);
      void incarnation.ready.then((ready) => {
        if (ready === null) return;
        pace = ready.openedMs;
        const { endpoint, region, accessKeyId, secretAccessKey } = ready.s3;
        const credentials = { accessKeyId, secretAccessKey };
        const s3 = openS3ByteStore({ endpoint, region, credentials, forcePathStyle: true });
        open({ preservation: ready.preservation, storage: ready.storage, s3 });
        const leave = (): void => {
          s3.close();
          door = shut();
        };
        incarnation.died.then(leave, leave);
      });
      return incarnation;
    },
  };
};
