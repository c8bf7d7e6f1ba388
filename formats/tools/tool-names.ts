/** What the folders and files of two tools are called: the names of the specification and those of the products. */
export interface ToolNames {
  readonly formatTool: readonly string[];
  readonly batchReport: readonly string[];
}

/** Both kinds of name; where both are there the first is taken. */
export const TOOL_NAMES: ToolNames = {
  formatTool: ['formatid', 'siegfried'],
  batchReport: ['batchreport', 'brunnhilde'],
};
