/** Names in lower case; values as sent, one character a byte. */
export type RequestHeaders = Readonly<Partial<Record<string, string>>>;
