/**
 * The texts that describe a deposit (preservation 2.6), in the order of answers. Commands, facts, states, documents,
 * answers and searches take them from this list; docs/architecture.md says what a new one needs besides.
 */
export const DESCRIPTION_FIELDS = ['submissionText', 'archivalGroupName'] as const;
export type DescriptionField = (typeof DESCRIPTION_FIELDS)[number];

/** Null for a text that was not given. */
export type DepositDescription = Readonly<Record<DescriptionField, string | null>>;

/** An absent text is not changed. */
export type DescriptionChanges = Readonly<Partial<Record<DescriptionField, string>>>;

/** Null for an absent text, as in facts and documents that are older than a field. */
export const descriptionOf = (given: Partial<DepositDescription>): DepositDescription =>
  Object.fromEntries(DESCRIPTION_FIELDS.map((field) => [field, given[field] ?? null])) as Record<
    DescriptionField,
    string | null
  >;

/** Those changes for which something holds; other properties are left out. */
export const descriptionChanges = (
  given: DescriptionChanges,
  holds: (text: string, field: DescriptionField) => boolean,
): DescriptionChanges =>
  Object.fromEntries(
    DESCRIPTION_FIELDS.flatMap((field) => {
      const text = given[field];
      return text === undefined || !holds(text, field) ? [] : [[field, text]];
    }),
  );
