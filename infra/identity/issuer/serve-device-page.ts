import type { IncomingHttpHeaders } from 'node:http';
import { agentName } from '../../../formats/agents/agent-name.js';
import type { DeviceCodes } from './device-codes.js';
import { decidedPage, devicePage, NO_NAME, type Page } from './device-page.js';

/** Why a page's request is not obeyed: it is not addressed to this issuer, or another site's page sent it. */
export const strangerText = (issuer: string, headers: IncomingHttpHeaders): string | null => {
  const { origin, host } = new URL(issuer);
  if (headers.host !== host) return `This issuer is ${issuer}.`;
  const site = headers['sec-fetch-site'] ?? 'none';
  const isOwn = (headers.origin ?? origin) === origin && (site === 'same-origin' || site === 'none');
  return isOwn ? null : 'This form was sent by the page of another site.';
};

/** Answers the form of the page. */
export const decideDevice = (codes: DeviceCodes, body: string): Page => {
  const form = new URLSearchParams(body);
  const [code, typed, decision] = ['code', 'user', 'decision'].map((name) => form.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const again = (wrong: string, status: number): Page => devicePage({ code, user: typed, wrong }, status);
  if (decision !== 'allow' && decision !== 'deny') return again('Choose one of the two buttons.', 400);
  const user = decision === 'allow' ? agentName(typed) : null;
  if (decision === 'allow' && user === null) return again(NO_NAME, 400);
  switch (codes.decide(code, user)) {
    case 'decided':
      return decidedPage(user);
    case 'unknown':
      return again('There is no such code, or it has expired. Type the one that the terminal shows.', 400);
    case 'later':
      return again('Too many wrong codes were typed. Try again in a quarter of an hour.', 429);
  }
};
