import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A stand-in for ExifTool: name and size of each file, with a repeated tag. A file may ask by its name for more: `hangs`,
 * `dies`, `is garbage`.
 */
const words = process.argv.slice(2);

const print = (location: string): void => {
  const name = basename(location);
  if (name === 'dies') process.kill(process.pid, 'SIGKILL');
  const found = statSync(location, { throwIfNoEntry: false });
  if (found?.isFile() !== true) console.error(`Error: File not found - ${location}`);
  else if (name === 'is garbage') console.log('no colon here\nA Tag : a : b\n======== /other\n{ready1}');
  else console.log(`File Name                       : ${name}\nFile Size : ${found.size} bytes\nFile Size : again`);
};

if (words.includes('-ver')) console.log('12.57');
else if (!words.includes('-stay_open')) print(words.at(-1) ?? '');
else {
  let given: string[] = [];
  process.on('SIGTERM', () => undefined);
  createInterface(process.stdin).on('line', (line) => {
    const [, number] = /^-execute(\d+)$/.exec(line) ?? [];
    if (number === undefined) {
      given.push(line);
      return;
    }
    const location = given.find((each) => each.startsWith('/')) ?? '';
    const mark = given[given.indexOf('-echo4') + 1] ?? '';
    given = [];
    if (basename(location) === 'hangs') setInterval(() => undefined, 1_000);
    else {
      print(location);
      console.error(mark);
      console.log(`{ready${number}}`);
    }
  });
}
