import { sortByUtf8 } from '../paths/utf8-order.js';
import { TOOL_NAMES, type ToolNames } from './tool-names.js';

/** The paths of the tool outputs in a workspace; null for each missing one. */
export interface OutputPlaces {
  /** The folder of the files: `data/` in a bag. */
  readonly filesRoot: '' | 'data/';
  readonly formats: string | null;
  readonly report: string | null;
  readonly reportFormats: string | null;
  readonly virusLog: string | null;
  readonly virusDefinition: string | null;
  readonly exif: string | null;
}

/**
 * Finds tool outputs among the paths of a workspace (preservation 2.9, companion 9.1). The other parts of a batch
 * report are found beside its `report.html`. A key that ends in a slash is a folder.
 */
export const findOutputs = (paths: Iterable<string>, names: ToolNames = TOOL_NAMES): OutputPlaces => {
  const present = new Set(paths);
  const filesRoot = [...present].some((path) => path.startsWith('data/')) ? 'data/' : '';
  const at = (...candidates: readonly string[]): string | null =>
    candidates.map((each) => filesRoot + each).find((each) => present.has(each)) ?? null;

  const report = at(...names.batchReport.map((name) => `metadata/${name}/report.html`));
  const below = report?.slice(filesRoot.length, -'report.html'.length);
  return {
    filesRoot,
    formats: formatOutput(present, filesRoot, names),
    report,
    reportFormats: below === undefined ? null : at(...names.formatTool.map((name) => `${below}${name}.csv`)),
    virusLog: below === undefined ? null : at(`${below}logs/viruscheck-log.txt`),
    virusDefinition: at('metadata/virus-definition/virus-definition.txt'),
    exif: at('metadata/exif/exif_output.txt'),
  };
};

/** The first output below the tool's folder that has the tool's name, else the first one. */
const formatOutput = (present: ReadonlySet<string>, filesRoot: string, { formatTool }: ToolNames): string | null => {
  for (const folder of formatTool) {
    const prefix = `${filesRoot}metadata/${folder}/`;
    const candidates = [...present].filter((path) => path.startsWith(prefix) && /\.(yaml|yml|csv)$/i.test(path));
    sortByUtf8(candidates, (path) => path);
    const [first] = [...candidates.filter((path) => isNamed(path, formatTool)), ...candidates];
    if (first !== undefined) return first;
  }
  return null;
};

const isNamed = (path: string, names: readonly string[]): boolean => {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return names.some((name) => file.startsWith(`${name}.`));
};
