/** One message of a stream of server-sent events, as its reader sees it. */
export interface SentEvent {
  /** The id of the last message that had one, this one's too. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events as the HTML standard tells (9.2.6): a message without data changes the last id and is not
 * dispatched. Every message that was received, also one without data, is told to `onId`.
 */
export async function* sentEvents(
  response: Response,
  onId: (id: string) => void = () => undefined,
): AsyncGenerator<SentEvent> {
  let pending = '';
  let id = '';
  if (response.body === null) return;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const messages = (pending + chunk).split('\n\n');
    pending = messages.pop() ?? '';
    for (const message of messages) {
      const fields = message.split('\n').map((line) => /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []);
      const valueOf = (name: string): string[] =>
        fields.flatMap(([, field, value = '']) => (field === name ? value : []));
      id = valueOf('id').at(-1) ?? id;
      if (valueOf('id').length > 0) onId(id);
      const data = valueOf('data');
      if (data.length > 0) yield { id, event: valueOf('event').at(-1) ?? 'message', data: data.join('\n') };
    }
  }
}
