import type { ArchivedFile } from '../../../archive/archive.js';
import { countsText } from '../../looking/counts-text.js';
import { digestCell, formatCell } from '../../looking/file-cells.js';
import { countText, numberText, sizeText } from '../../output/amounts.js';
import { depositorPath } from '../../program/depositor-name.js';
import { STYLE } from './page-style.js';
import {
  agentCell,
  dateText,
  factsTable,
  nameCell,
  numberCell,
  rowHtml,
  TABLE_END,
  tableHead,
  textCell,
  textHtml,
  timeCell,
  type Cell,
} from './page-parts.js';
import type { ReportedGroup } from './reported-group.js';

/** The page about a group, in pieces: HTML without scripts, to be read or printed. */
export async function* reportPage(about: ReportedGroup, now: Date): AsyncGenerator<string> {
  yield* head(about, now);
  yield* versions(about);
  const beside = yield* files(about);
  yield* besideTable(beside);
  yield* summary(about);
  yield* events(about.events);
  yield '</main>\n</body>\n</html>\n';
}

const titleOf = ({ group, name }: ReportedGroup): string => name ?? group;

function* head(about: ReportedGroup, now: Date): Generator<string> {
  const { group, version, head: newest, versions: all, lastCheck } = about;
  const title = textHtml(titleOf(about));
  yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}: report</title>\n`;
  yield `<meta name="viewport" content="width=device-width">\n<style>${STYLE}</style>\n</head>\n<body>\n<main>\n`;
  yield `<h1 dir="auto">${title}</h1>\n<p class="about">Report of ${dateText(now.toISOString())}</p>\n`;
  const first = all.at(-1) ?? version;
  yield factsTable([
    ['Archival group', nameCell(group)],
    ['Version', textCell(version.version === newest ? `${newest}, the newest` : `${version.version} of ${newest}`)],
    ['First made', timeCell(first.made)],
    ['This version', timeCell(version.made)],
    ['Files', textCell(`${numberText(version.files)}, ${sizeText(version.bytes)}`)],
    ['Beside them', textCell(`${countText(version.beside.files, 'file')}, ${sizeText(version.beside.bytes)}`)],
    ['Last check', lastCheck === null ? textCell('none recorded') : checkCell(lastCheck)],
  ]);
}

const checkCell = ({ finished, quick, findings }: NonNullable<ReportedGroup['lastCheck']>): Cell => {
  const how = `${timeCell(finished).html}, ${quick ? 'the digests that the store records' : 'every byte'}`;
  return findings === 0
    ? { html: `${how}, no findings` }
    : { html: `${how}, ${textHtml(countText(findings, 'finding'))}`, kind: 'bad' };
};

function* versions({ versions: all }: ReportedGroup): Generator<string> {
  const number = numberCell('Version');
  yield tableHead('Versions', [number, 'Made', 'By', 'Changes', numberCell('Files'), numberCell('Size'), 'Message']);
  for (const { version, made, agent, counts, files: count, bytes, message } of all)
    yield rowHtml([
      numberCell(`${version}`),
      timeCell(made),
      agentCell(agent ?? ''),
      textCell(countsText(counts)),
      numberCell(numberText(count)),
      numberCell(sizeText(bytes)),
      nameCell(message ?? ''),
    ]);
  yield TABLE_END;
}

/** The depositor's files; answers what is stored beside them. */
async function* files({ files: all }: ReportedGroup): AsyncGenerator<string, ArchivedFile[]> {
  const beside: ArchivedFile[] = [];
  yield tableHead('Files', ['Name and digest', numberCell('Size'), 'Format', 'Last changed', 'Since', 'Viruses']);
  for await (const file of all) {
    const name = depositorPath(file.stored);
    if (name === null) {
      beside.push(file);
      continue;
    }
    yield rowHtml([...named(name, file), timeCell(file.fileDate), textCell(`v${file.since}`), virusCell(file)]);
  }
  yield TABLE_END;
  return beside;
}

const named = (name: string, file: ArchivedFile): Cell[] => [
  nameCell(name, `<span class="digest">${textHtml(digestText(file))}</span>`),
  numberCell(sizeText(file.size)),
  textCell(formatCell(file, { form: 'pipe' })),
];

const digestText = ({ digest }: ArchivedFile): string => {
  const text = digestCell(digest, { form: 'pipe' }, true);
  return digest.algorithm === 'sha256' ? `sha256:${text}` : text;
};

const virusCell = ({ virus }: ArchivedFile): Cell => {
  if (virus === null) return textCell('not scanned');
  return virus.found ? { html: textHtml(virus.name ?? 'found'), kind: 'bad' } : textCell('none');
};

function* besideTable(beside: readonly ArchivedFile[]): Generator<string> {
  if (beside.length === 0) return;
  yield tableHead('Stored beside them', ['Name and digest', numberCell('Size'), 'Format', 'Since']);
  for (const file of beside) yield rowHtml([...named(file.stored, file), textCell(`v${file.since}`)]);
  yield TABLE_END;
}

function* summary({ formats, viruses: { scanned, infected } }: ReportedGroup): Generator<string> {
  yield tableHead('Formats', ['Format', numberCell('Files'), numberCell('Size')]);
  for (const { name, files: count, bytes } of formats)
    yield rowHtml([textCell(name ?? 'unknown'), numberCell(numberText(count)), numberCell(sizeText(bytes))]);
  yield TABLE_END;
  const found = infected === 0 ? 'none was found' : `found in ${countText(infected, 'file')}`;
  const text = scanned === 0 ? 'No scan is recorded.' : `${countText(scanned, 'file')} scanned: ${found}.`;
  yield `<h2>Viruses</h2>\n<p${infected > 0 ? ' class="bad"' : ''}>${textHtml(text)}</p>\n`;
}

async function* events(all: ReportedGroup['events']): AsyncGenerator<string> {
  yield tableHead('Events', ['When', 'By', 'What']);
  for await (const { at, agent, sentence } of all)
    yield rowHtml([timeCell(at), agentCell(agent), { ...textCell(sentence), kind: 'name' }]);
  yield TABLE_END;
}
