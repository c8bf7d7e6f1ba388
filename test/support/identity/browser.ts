/** What a browser does at a provider: it keeps cookies by host and path, follows redirects, and sends forms. */
export interface TestBrowser {
  /** Opens an address, and follows redirects to an address that begins with `until`; answers the last address and page. */
  open(address: string, until?: string): Promise<OpenedPage>;
  /** Sends nothing to an address, as a script of its own origin does. */
  post(address: string): Promise<OpenedPage>;
  /** The header of its cookies for an address. */
  cookiesFor(address: string): string;
  /** Sends the form of a page with these fields changed. */
  send(page: OpenedPage, fields: Readonly<Record<string, string>>, until?: string): Promise<OpenedPage>;
}

/** What a browser shows. */
export interface OpenedPage {
  readonly address: string;
  readonly status: number;
  readonly text: string;
}

const MOST_REDIRECTS = 10;

const hiddenIn = (text: string): URLSearchParams => {
  const fields = new URLSearchParams();
  for (const [, attributes = ''] of text.matchAll(/<input([^>]*type="hidden"[^>]*)>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(attributes) ?? [];
    const [, value = ''] = /value="([^"]*)"/.exec(attributes) ?? [];
    fields.set(name, value.replaceAll('&amp;', '&'));
  }
  return fields;
};

export const testBrowser = (): TestBrowser => {
  const cookies = new Map<string, { readonly value: string; readonly path: string }>();
  const keep = (host: string, set: readonly string[]): void => {
    for (const each of set) {
      const [pair = '', ...attributes] = each.split(';').map((part) => part.trim());
      const [name = ''] = pair.split('=');
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
      cookies.set(`${host} ${name}`, { value: pair.slice(name.length + 1), path });
    }
  };
  const kept = ({ host, pathname }: URL): string =>
    [...cookies]
      .filter(([key, { path }]) => key.startsWith(`${host} `) && pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[1] ?? ''}=${value}`)
      .join('; ');
  const go = async (address: string, init: RequestInit, until: string, left: number): Promise<OpenedPage> => {
    const url = new URL(address);
    const headers = { ...(init.headers as Record<string, string> | undefined), cookie: kept(url) };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    keep(url.host, answer.headers.getSetCookie());
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location === null || left === 0) return { address, status: answer.status, text };
    const next = new URL(location, url).href;
    return next.startsWith(until) ? { address: next, status: answer.status, text: '' } : go(next, {}, until, left - 1);
  };
  return {
    cookiesFor: (address) => kept(new URL(address)),
    open: (address, until = 'nowhere') => go(address, {}, until, MOST_REDIRECTS),
    post: (address) => {
      const headers = { origin: new URL(address).origin, 'sec-fetch-site': 'same-origin' };
      return go(address, { method: 'POST', headers }, 'nowhere', 0);
    },
    send: ({ address, text }, fields, until = 'nowhere') => {
      const form = hiddenIn(text);
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(text) ?? [];
      const headers = { origin: new URL(address).origin, 'sec-fetch-site': 'same-origin' };
      const init = { method: 'POST', body: form, headers };
      return go(new URL(action.replaceAll('&amp;', '&'), address).href, init, until, MOST_REDIRECTS);
    },
  };
};
