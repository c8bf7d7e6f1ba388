import type { ScanOutcome } from '../../../formats/tools/findings/findings.js';

/** What ClamAV reports of a file that it has not looked at to its end. */
const NOT_READ = /^Heuristics\.(?:Limits\.Exceeded|Encrypted)\b/;

/**
 * What ClamAV says about a file after its name: `OK`, `Empty file`, `<signature> FOUND`, `<reason> ERROR`. A file that
 * exceeds its limits, or whose content is encrypted, is unread, though ClamAV has a signature for it.
 */
export const scanOutcome = (answer: string): ScanOutcome => {
  if (answer === 'OK' || answer === 'Empty file') return { result: 'clean' };
  const [, signature] = /^(\S+) FOUND$/.exec(answer) ?? [];
  if (signature === undefined) return { result: 'unread', reason: `ClamAV: ${answer}` };
  return NOT_READ.test(signature) ? { result: 'unread', reason: signature } : { result: 'infected', signature };
};

/** How many signatures clamscan had, by the summary that it prints at its end; null where it did not come to its end. */
export const knownVirusesIn = (lines: readonly string[]): number | null => {
  const summary = lines.findLastIndex((line) => /^-+ SCAN SUMMARY -+$/.test(line));
  if (summary === -1) return null;
  const [, known = '0'] = /^Known viruses: +(\d+)/m.exec(lines.slice(summary).join('\n')) ?? [];
  return Number(known);
};
