import type { MetsElement, SectionSummary } from '../model/section-summary.js';
import { readExif } from '../premis/exif-tags.js';
import { readTechnicalMetadata } from '../premis/technical-metadata.js';
import { virusChecksWithin } from '../premis/virus-check.js';
import { readDescription } from './description.js';

/** Summarises a section, of whose parts summaries are enough. */
export const summaryOf = (section: MetsElement): SectionSummary => ({
  technical: readTechnicalMetadata(section),
  exif: readExif(section),
  virusChecks: section.name === 'digiprovMD' ? virusChecksWithin(section) : [],
  description: section.name === 'dmdSec' ? readDescription(section) : null,
});
