import type {
  GenerationCheckpoint,
  Generation,
  RegisteredGeneration,
  ViewRegister,
} from '../../projections/documents.js';

/** A lease as it is stored, under the names of the first version. Earlier versions count heartbeats in `beat`. */
export interface StoredLease {
  readonly epoch: number;
  readonly holder: string | null;
  readonly beat: number;
}

/** A generation as it is stored. */
export interface StoredGeneration extends Generation, Pick<RegisteredGeneration, 'begun' | 'end' | 'tally'> {
  readonly position: GenerationCheckpoint['position'] | null;
  readonly wishes: number;
}

/** The register of a view as every document store keeps it: names of the first version, so that upgrades find them. */
export interface StoredRegister {
  readonly pen: StoredLease;
  readonly live: number | null;
  readonly generations: readonly StoredGeneration[];
  readonly wishes: number;
  /** The last number that a generation was given; kept beside them, since the generation may have been removed. */
  readonly newest: number;
}

/** Of a view that nobody has written about. */
export const BLANK_REGISTER: StoredRegister = {
  pen: { epoch: 0, holder: null, beat: 0 },
  live: null,
  generations: [],
  wishes: 0,
  newest: 0,
};

const generationOf = ({ wishes, ...rest }: StoredGeneration): RegisteredGeneration => ({
  ...rest,
  rebuildRequests: wishes,
});

/** What is stored, in the words of the port. */
export const registerOf = ({ pen, live, generations, wishes }: StoredRegister): ViewRegister => ({
  lease: { epoch: pen.epoch, holder: pen.holder },
  live,
  generations: generations.map(generationOf),
  rebuildRequests: wishes,
});
