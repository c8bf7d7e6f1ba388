import type { AdoptedObject, AdoptListener } from './adopt-dependencies.js';
import type { RejectedObject } from './not-adopted.js';

/** The counts of an adoption. */
export interface AdoptCounts {
  readonly groups: number;
  readonly versions: number;
  readonly known: number;
  readonly notAdopted: number;
}

/** Who is told of each object, and of the counts after each. */
interface AdoptionTold {
  readonly adopted: (object: AdoptedObject) => void;
  readonly notAdopted: (object: RejectedObject) => void;
  readonly counted: (counts: AdoptCounts) => void;
}

/** Counts what an adoption reports. */
export const countedAdoption = ({
  counted,
  ...told
}: AdoptionTold): { readonly listener: AdoptListener; readonly counts: () => AdoptCounts } => {
  const counts = { groups: 0, versions: 0, known: 0, notAdopted: 0 };
  return {
    counts: () => ({ ...counts }),
    listener: {
      adopted(object) {
        counts.groups += 1;
        counts.versions += object.head - object.first + 1;
        told.adopted(object);
        counted(counts);
      },
      known() {
        counts.known += 1;
        counted(counts);
      },
      notAdopted(object) {
        counts.notAdopted += 1;
        told.notAdopted(object);
        counted(counts);
      },
    },
  };
};
