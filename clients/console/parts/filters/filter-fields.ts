import type { QueryKey } from '@tanstack/react-query';

/** A filter of a listing, by its name in the address, whose value is a text there. */
export interface FilterField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  /** A day, a text, or one of these. */
  readonly value: 'day' | 'text' | readonly { readonly value: string; readonly label: string }[];
}

/** What a listing is filtered by: one filter, or those of both ends of a span of days. */
export interface FilterProperty<Name extends string> {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly FilterField<Name>[];
}

export type FilterTexts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** A listing that can be filtered. */
export interface Filters<Name extends string> {
  readonly properties: readonly FilterProperty<Name>[];
  /** Asks how many a listing with these filters has. */
  readonly count: (texts: FilterTexts<Name>) => {
    readonly queryKey: QueryKey;
    readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<{ readonly total: number }>;
  };
  readonly totalText: (total: number) => string;
}
