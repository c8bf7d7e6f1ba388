import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * A stand-in for Siegfried's command: every file is plain text of two registries. A file may ask by its name for more:
 * `dies`, `hangs`, `half a line`, `another file`; with a file `buffered` it prints late,
 * as the real one does.
 */
const words = process.argv.slice(2);
let buffered: string[] | null = null;
const say = (line: string): void => {
  if (buffered === null) writeSync(1, `${line}\n`);
  else if (buffered.push(`${line}\n`) > 20) writeSync(1, buffered.splice(0).join(''));
};
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const misbehave = (location: string): void => {
  const name = basename(location);
  if (name.startsWith('dies')) process.kill(process.pid, 'SIGKILL');
  if (name === 'hangs') for (;;);
  if (name === 'half a line') {
    writeSync(1, `${quoted(location)},1,2026`);
    process.exit(0);
  }
};

const identify = (location: string): void => {
  misbehave(location);
  const shown = basename(location) === 'another file' ? '/elsewhere' : location;
  const found = statSync(location, { throwIfNoEntry: false });
  const isRegular = found?.isFile() === true;
  const sha256 = isRegular ? createHash('sha256').update(readFileSync(location)).digest('hex') : '';
  const errors = isRegular ? '' : 'only regular files can be scanned';
  const head = `${quoted(shown)},${found?.size ?? 0},2026-11-24T00:00:00Z,${errors},${sha256}`;
  if (isRegular) say(`${head},pronom,x-fmt/111,Plain Text File,,text/plain,Text,"text match ASCII, with a comma",`);
  say(`${head},${isRegular ? 'tika,text/plain' : ','},,,,,,`);
};

const walk = (location: string): void => {
  if (statSync(location, { throwIfNoEntry: false })?.isDirectory() !== true) identify(location);
  else for (const each of readdirSync(location)) walk(join(location, each));
};

if (words.includes('-version')) {
  say(
    'siegfried 1.11.9\n/home/of/siegfried/default.sig (2026-09-27T12:04:02+10:00)\nidentifiers: \n  - pronom: DROID_V125.xml',
  );
} else {
  say('filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning');
  const isList = words.includes('-f');
  const given = isList ? readFileSync(0, 'utf8').split('\n').slice(0, -1) : words.slice(words.indexOf('sha256') + 1);
  if (given.some((each) => basename(each) === 'buffered')) buffered = [];
  for (const each of given) walk(isList ? each : each.replace(/\\(.)/gs, '$1'));
  if (buffered !== null) writeSync(1, buffered.join(''));
}
