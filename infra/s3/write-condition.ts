import { ByteStoreFault, type ByteStore, type ObjectAddress, type PutOptions } from '../../formats/bytes.js';

/** What must be at the address of a write when it is made. */
export type WriteCondition = NonNullable<PutOptions['onlyIf']>;

/** A condition in the words of the SDK; nothing for none. */
export const conditionOf = (onlyIf: WriteCondition | undefined): { IfNoneMatch?: string; IfMatch?: string } => {
  if (onlyIf === undefined) return {};
  return onlyIf === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: onlyIf.etag };
};

/** Looks at an object; throws `precondition-failed` unless the condition holds now. */
export const mustHold = async (
  { head }: Pick<ByteStore, 'head'>,
  at: ObjectAddress,
  onlyIf: WriteCondition,
): Promise<void> => {
  const wanted = onlyIf === 'absent' ? null : onlyIf.etag;
  const there = (await head(at))?.etag ?? null;
  if (there === wanted) return;
  throw new ByteStoreFault('precondition-failed', `${at.bucket}/${at.key} has the entity tag ${there}, not ${wanted}`);
};
