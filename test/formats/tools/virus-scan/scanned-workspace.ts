import type { MetadataEntry } from '../../../../formats/metadata/entries.js';
import type { ToolReadings } from '../../../../formats/tools/tool-readings.js';
import { readWorkspace } from '../sources.js';

export const BATCH = 'metadata/batchreport';
const HEADER = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning';
export const table = (...paths: readonly string[]): string =>
  [HEADER, ...paths.map((path) => `"${path}",,,,,pronom,UNKNOWN,,,,,,`)].join('\n');
export const NEWEST = '\nDate scanned: 2025-05-19 08:58:15.671696';
export const log = (hits: string, dates = NEWEST, infected = hits.split(' FOUND').length - 1): string =>
  `\n${hits}\n----------- SCAN SUMMARY -----------\nKnown viruses: 8706378\nEngine version: 1.0.8\nInfected files: ${infected}\nData read: 93.34 MB (ratio 1.07:1)${dates}`;

export const scanning = (
  { hits, listed, ...more }: { hits: string; listed?: readonly string[] } & Record<string, string | readonly string[]>,
  whole = log(hits),
): Promise<ToolReadings> =>
  readWorkspace({
    [`${BATCH}/report.html`]: '<html></html>',
    ...(listed === undefined ? {} : { [`${BATCH}/formatid.csv`]: table(...listed) }),
    [`${BATCH}/logs/viruscheck-log.txt`]: whole,
    ...(more as Record<string, string>),
  });

export const scanOf = ({ entries }: ToolReadings, path: string): MetadataEntry | undefined =>
  entries.get(path)?.find(({ type }) => type === 'VirusScanMetadata');

export const scanned = new Date('2025-05-19T08:58:15Z');
export const clean = {
  type: 'VirusScanMetadata',
  source: 'VirusScanTool',
  timestamp: scanned,
  hasVirus: false,
  virusFound: '',
  virusDefinition: 'ClamAV  1.0.8 Known viruses  8706378 ',
};

export const LOG = `${BATCH}/logs/viruscheck-log.txt`;
export const FILES = { 'objects/a': 'content', 'objects/b': 'content', 'objects/c': 'content' };
