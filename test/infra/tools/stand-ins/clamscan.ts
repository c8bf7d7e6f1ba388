import { readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * A stand-in for clamscan: it reports files with the EICAR text. A file may ask by its name for more: `dies`, `hangs`,
 * `too large`, `encrypted`, `no line`; `without signatures` in the list takes the signatures from it.
 */
const words = process.argv.slice(2);
const say = (line: string): void => void writeSync(1, `${line}\n`);

const answer = (location: string): string | null => {
  const name = basename(location);
  if (name === 'dies') process.kill(process.pid, 'SIGKILL');
  if (name === 'hangs') for (;;);
  if (name === 'too large') return 'Heuristics.Limits.Exceeded.MaxFileSize FOUND';
  if (name === 'encrypted') return 'Heuristics.Encrypted.Zip FOUND';
  if (name === 'no line') return null;
  const content = readFileSync(location, 'latin1');
  if (content === '') return 'Empty file';
  return content.includes('EICAR') ? 'Eicar-Test-Signature FOUND' : 'OK';
};

if (words.includes('--version')) say('ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026');
else {
  const list = words.find((word) => word.startsWith('--file-list='))?.slice('--file-list='.length);
  const named = words.filter((word) => !word.startsWith('--'));
  const locations = list === undefined ? named : readFileSync(list, 'utf8').split('\n').slice(0, -1);
  for (const location of locations) {
    const said = answer(location);
    if (said === null) console.error(`WARNING: ${location}: Can't access file`);
    else say(`${location}: ${said}`);
  }
  const known = locations.some((each) => each.endsWith('without signatures')) ? 0 : 8_708_624;
  say(`\n----------- SCAN SUMMARY -----------\nKnown viruses: ${known}\nEngine version: 1.4.3`);
}
