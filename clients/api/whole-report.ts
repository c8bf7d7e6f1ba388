import { ApiFault } from './api-fault.js';
import type { components } from './generated/preservation.js';

type ReportAnswer = components['schemas']['Report'];

/** A report whose METS was read. */
export type Report = ReportAnswer & {
  readonly findings: NonNullable<ReportAnswer['findings']>;
  readonly formats: NonNullable<ReportAnswer['formats']>;
};

/** Throws ApiFault where the METS could not be read. */
export const wholeReport = (report: ReportAnswer): Report => {
  const { findings, formats, problem } = report;
  if (findings !== null && formats !== null) return { ...report, findings, formats };
  const { status, title, detail } = problem ?? { status: 500, title: 'The METS was not read', detail: null };
  throw new ApiFault(detail ?? title, { status, problem: { title, detail } });
};
