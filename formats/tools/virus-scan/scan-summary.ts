/** What stands below the hits in the log of a virus scan. */
export interface ScanSummary {
  /** When the scan was made, in UTC, to the second; null where the log does not say. */
  readonly scanned: Date | null;
  /** Names the scanner and its definitions, for want of a better text. */
  readonly definition: string;
  /** How many infected files there were, and files that could not be read; NaN where that is no number. */
  readonly infected: number;
  readonly errors: number;
}

/** The labels that tell when a scan was made, the best first. */
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
    infected: count(values.get('Infected files')),
    errors: count(values.get('Total errors')),
  };
};

/** The scanner leaves a line out where there is nothing to count. */
const count = (text = '0'): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : NaN);

/** The scanner writes no zone, and colons or dashes within the date. */
const moment = (text: string): Date | null => {
  const [, date, time] = /^\s*(\d{4}[-:]\d\d[-:]\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? [];
  if (date === undefined || time === undefined) return null;
  const parsed = new Date(`${date.replaceAll(':', '-')}T${time}Z`);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
};
