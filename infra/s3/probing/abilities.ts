/** What a store does beyond what every S3 store does; found out by `probeStore`. */
export interface StoreAbilities {
  /** Whether a put is refused whose If-Match or If-None-Match does not hold. Some stores ignore both and say nothing. */
  readonly conditionalPuts: boolean;
  /** The same of copies, whose If-Match and If-None-Match concern the destination. S3 looks at them since 2025. */
  readonly conditionalCopies: boolean;
  /** Whether any legal key is held as it is, or only those that are also file paths. */
  readonly keys: 'any' | 'paths';
  /** Whether the answer of a copy carries its SHA-256, so that no further request need be made for it. */
  readonly sha256OfCopies: boolean;
}

/** S3 as it is written. */
export const EVERY_ABILITY: StoreAbilities = {
  conditionalPuts: true,
  conditionalCopies: true,
  keys: 'any',
  sha256OfCopies: true,
};
