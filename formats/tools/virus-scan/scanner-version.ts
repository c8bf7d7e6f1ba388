import type { ScannerVersion } from '../findings/findings.js';

/** ClamAV's own version text, such as `ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026`; its date is read as UTC. */
export const scannerVersion = (text: string): ScannerVersion | null => {
  const definition = text.trim();
  const [, engine, made] = /^ClamAV ([^/\s]+)(?:\/[^/]*\/([^/\n]*))?$/.exec(definition) ?? [];
  if (engine === undefined) return null;
  const time = Date.parse(`${made ?? ''} UTC`);
  return { definition, engine, signaturesMade: Number.isNaN(time) ? null : new Date(time) };
};
