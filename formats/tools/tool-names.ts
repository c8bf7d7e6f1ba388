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
