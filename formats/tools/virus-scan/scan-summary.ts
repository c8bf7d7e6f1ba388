/** The summary at the end of a virus scan's log. */
export interface ScanSummary {
  /** When the scan was made, in UTC, to the second; null where the log has no time. */
  readonly scanned: Date | null;
  /** The scanner's version and number of definitions. */
  readonly definition: string;
  /** How many files were infected; NaN where the log has no valid number. */
  readonly infected: number;
  /** How many files could not be read; NaN where the log has no valid number. */
  readonly errors: number;
  /** How many signatures the scanner had: null where the log does not tell, NaN where it has no valid number. */
  readonly knownViruses: number | null;
  /** How many files were scanned, without empty and unreadable ones; null and NaN as above. */
  readonly files: number | null;
}

/** The labels of the time of a scan, the preferred one first. */
const DATES = ['Date scanned', 'Start Date', 'End Date'];

/** Reads the lines `label: value` of a summary. */
export const summaryOf = (lines: readonly string[]): ScanSummary => {
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, label, value] = /^([^:]+):(.*)$/s.exec(line) ?? [];
    if (label !== undefined && value !== undefined && !values.has(label)) values.set(label, value);
  }
  const dates = DATES.map((label) => moment(values.get(label) ?? ''));
  const engine = values.get('Engine version') ?? '';
  return {
    scanned: dates.find((each) => each !== null) ?? null,
    definition: `ClamAV ${engine} Known viruses ${values.get('Known viruses') ?? ''} `,
    // The scanner omits these two lines for zero.
    infected: count(values.get('Infected files')) ?? 0,
    errors: count(values.get('Total errors')) ?? 0,
    knownViruses: count(values.get('Known viruses')),
    files: count(values.get('Scanned files')),
  };
};

const count = (text = ''): number | null => {
  if (text.trim() === '') return null;
  return /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
};

/** A time as the scanner writes it: without a zone, with colons or dashes in the date. */
const moment = (text: string): Date | null => {
  const [, date, time] = /^\s*(\d{4}[-:]\d\d[-:]\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? [];
  if (date === undefined || time === undefined) return null;
  const parsed = new Date(`${date.replaceAll(':', '-')}T${time}Z`);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
};
