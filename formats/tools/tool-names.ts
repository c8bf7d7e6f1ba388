/** Names of the folders and files of two tools, in order of preference. */
export interface ToolNames {
  readonly formatTool: readonly string[];
  readonly batchReport: readonly string[];
}

/** The specification's names, then those of the products. */
export const TOOL_NAMES: ToolNames = {
  formatTool: ['formatid', 'siegfried'],
  batchReport: ['batchreport', 'brunnhilde'],
};

/** Where a run of the pipeline writes what has another name in the original system (companion 0.2). */
export interface OutputNames {
  /** The folder of the report. */
  readonly report: string;
  /** The file in that folder with the formats. */
  readonly formats: string;
}

export const OUTPUT_NAMES: OutputNames = { report: 'metadata/batchreport', formats: 'formatid.csv' };
export const PRODUCT_OUTPUT_NAMES: OutputNames = { report: 'metadata/brunnhilde', formats: 'siegfried.csv' };
