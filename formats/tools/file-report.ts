import { coalesceExif, coalesceVirusScan } from '../metadata/coalesce-newest.js';
import { entriesOfType } from '../metadata/entries-of-type.js';
import type { MetadataEntry } from '../metadata/entries.js';

type Row = readonly [label: string, value: string];

/** An HTML report of the tools' results for one file (companion 9.6), with a heading for each kind. */
export const fileReport = (path: string, entries: readonly MetadataEntry[]): string => {
  const sections = [
    section('File format', formatRows(entries)),
    section('Viruses', virusRows(entries)),
    section(
      'Exif',
      (coalesceExif(entries)?.tags ?? []).map(({ tagName, tagValue }): Row => [tagName, tagValue]),
    ),
  ];
  const title = escaped(path);
  return (
    `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${title}</title></head>\n<body>\n` +
    `<h1>${title}</h1>\n${sections.join('')}</body>\n</html>\n`
  );
};

const formatRows = (entries: readonly MetadataEntry[]): Row[] =>
  entriesOfType(entries, 'FileFormatMetadata').flatMap((format) => {
    const rows: readonly (readonly [label: string, value: string | null])[] = [
      ['Source', format.source],
      ['PRONOM key', format.pronomKey],
      ['Format', format.formatName],
      ['Content type', format.contentType],
      ['Size', format.size?.toString() ?? null],
      ['SHA-256', format.digest],
    ];
    return rows.flatMap(([label, value]): Row[] => (value ? [[label, value]] : []));
  });

const virusRows = (entries: readonly MetadataEntry[]): Row[] => {
  const scan = coalesceVirusScan(entries);
  if (scan === null) return [];
  return [
    ['Result', scan.hasVirus ? scan.virusFound.trim() : 'No virus found'],
    ['Definition', scan.virusDefinition.trim()],
  ];
};

const section = (heading: string, rows: readonly Row[]): string => {
  if (rows.length === 0) return '';
  const lines = rows.map(([label, value]) => `<tr><th>${escaped(label)}</th><td>${escaped(value)}</td></tr>\n`);
  return `<h2>${heading}</h2>\n<table>\n${lines.join('')}</table>\n`;
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
