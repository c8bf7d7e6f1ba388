import type { PipelineFindings } from '../../../events/pipeline-run.js';
import {
  failureOf,
  isIdentified,
  type AllFindings,
  type FileFindings,
} from '../../../formats/tools/findings/file-findings.js';

/** How much text a page may have, in bytes; a fact has room for it. */
const PAGE_BYTES = 200_000;
/** How many pages are recorded; the report in the deposit names every file. */
const MOST_PAGES = 50;
/** In characters. */
const LONGEST_MESSAGE = 1_000;

interface Page {
  readonly infected: PipelineFindings['infected'][number][];
  readonly unidentified: string[];
  readonly failed: PipelineFindings['failed'][number][];
  bytes: number;
}

const emptyPage = (): Page => ({ infected: [], unidentified: [], failed: [], bytes: 0 });

/** The files with a virus, without a format, or that a tool could not work, in pages. */
export async function* findingsPages(findings: AllFindings): AsyncGenerator<PipelineFindings> {
  let page = emptyPage();
  let pages = 0;
  for await (const each of findings) {
    addTo(page, each);
    if (page.bytes < PAGE_BYTES) continue;
    yield pageOf(page);
    page = emptyPage();
    if (++pages >= MOST_PAGES) return;
  }
  if (page.bytes > 0) yield pageOf(page);
}

const addTo = (page: Page, each: FileFindings): void => {
  const { path, scanned, identified } = each;
  const room = Buffer.byteLength(JSON.stringify(path)) + 50;
  if (scanned?.result === 'infected') {
    page.infected.push({ path, signature: scanned.signature });
    page.bytes += room + scanned.signature.length;
  }
  if (identified !== null && !isIdentified(each)) {
    page.unidentified.push(path);
    page.bytes += room;
  }
  const message = failureOf(each)?.slice(0, LONGEST_MESSAGE);
  if (message !== undefined) {
    page.failed.push({ path, message });
    page.bytes += room + Buffer.byteLength(JSON.stringify(message));
  }
};

const pageOf = ({ infected, unidentified, failed }: Page): PipelineFindings => ({ infected, unidentified, failed });
