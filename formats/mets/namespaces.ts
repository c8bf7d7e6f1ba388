export const METS = 'http://www.loc.gov/METS/';
export const MODS = 'http://www.loc.gov/mods/v3';
export const PREMIS = 'http://www.loc.gov/premis/v3';
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
