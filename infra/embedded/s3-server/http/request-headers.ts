/** Names in lower case; values as they came, one character a byte. */
export type RequestHeaders = Readonly<Partial<Record<string, string>>>;
