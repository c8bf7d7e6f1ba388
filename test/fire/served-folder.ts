import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import type { Services } from './client.js';
import { incarnate, type Death, type Incarnation, type Surroundings } from './incarnation.js';

/** A data folder with whichever process serves it at the moment. */
export interface ServedFolder {
  /** Resolves when a process serves. */
  services(): Promise<Services>;
  /** Starts a process, whose services clients have as long as it lives. */
  live(death: Death | null): Incarnation;
  /** How long the last start took, in milliseconds. */
  pace(): number;
}

/** At first, until a start was measured. */
const PACE_MS = 500;

export const servedFolder = (surroundings: Surroundings): ServedFolder => {
  let pace = PACE_MS;
  let give: (services: Services) => void = () => undefined;
  const none = (): Promise<Services> => new Promise((resolve) => (give = resolve));
  let services = none();
  return {
    services: () => services,
    pace: () => pace,
    live(death) {
      const incarnation = incarnate(surroundings, death);
      void incarnation.ready.then((ready) => {
        if (ready === null) return;
        pace = ready.openedMs;
        const { endpoint, region, accessKeyId, secretAccessKey } = ready.s3;
        const credentials = { accessKeyId, secretAccessKey };
        const s3 = openS3ByteStore({ endpoint, region, credentials, forcePathStyle: true });
        give({ preservation: ready.preservation, storage: ready.storage, s3 });
        const leave = (): void => {
          s3.close();
          services = none();
        };
        incarnation.died.then(leave, leave);
      });
      return incarnation;
    },
  };
};
