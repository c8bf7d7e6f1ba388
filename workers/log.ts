/** Where workers say what they do: messages are constant sentences, and what varies goes into the fields. */
export interface Log {
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}
