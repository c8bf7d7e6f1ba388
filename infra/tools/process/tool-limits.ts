/** What tools run with. */
export interface ToolSurroundings {
  /** Folders where commands are looked for, as in PATH. */
  readonly path: string;
  readonly limits: ToolLimits;
}

export interface ToolLimits {
  /** The longest time without output while output is waited for. */
  readonly silentMs: number;
  /** The longest time of a call. */
  readonly callMs: number;
  /** The most resident memory of a tool with all processes that it starts, in bytes; looked at twice a second. */
  readonly memoryBytes: number;
}
