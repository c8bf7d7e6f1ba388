export const METS = 'http://www.loc.gov/METS/';
export const MODS = 'http://www.loc.gov/mods/v3';
export const PREMIS = 'http://www.loc.gov/premis/v3';
/** Older Archivematica writes version 2, which has the same elements as far as they are read. */
const PREMIS_2 = 'info:lc/xmlns/premis-v2';
export const isPremis = (namespace: string): boolean => namespace === PREMIS || namespace === PREMIS_2;
export const XLINK = 'http://www.w3.org/1999/xlink';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** The prefixes that a new document declares on its root, in this order. */
export const usualPrefixes = [
  { prefix: 'mets', uri: METS },
  { prefix: 'mods', uri: MODS },
  { prefix: 'premis', uri: PREMIS },
  { prefix: 'xlink', uri: XLINK },
  { prefix: 'xsi', uri: XSI },
] as const;
