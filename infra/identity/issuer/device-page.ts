import { escapeHtml } from '../../../formats/text/escape-html.js';

/** A page for people, without scripts. */
export interface Page {
  readonly status: number;
  readonly html: string;
}

/** Nothing is loaded, framed or sent elsewhere. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // With none at all, browsers would not say either that a form comes from this page.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** A page with this body. */
export const page = (status: number, body: string): Page => ({
  status,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Log in to Muniment</title>
<style>body{font:1rem/1.5 sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}label{display:block;margin:1rem 0}
input{display:block;font:inherit;padding:.4rem;width:100%;box-sizing:border-box}button{font:inherit;padding:.4rem 1rem}</style>
</head>
<body>
<h1>Log in to Muniment</h1>
${body}
</body>
</html>
`,
});

/** The users that are suggested. */
export const SUGGESTED_USERS = ['ada@example.org', 'ben@example.org', 'eve@example.org'];

/** What is wrong with a name that nobody can have. */
export const NO_NAME = 'The user must be a name of 1 to 256 characters, none of them invisible.';

/** The attributes of a field or button. */
export const typed = (name: string, value: string): string => `name="${name}" value="${escapeHtml(value)}"`;

/** Asks for the code and the user; with what was typed before, and what is wrong with it. */
export const devicePage = (
  {
    code = '',
    user = SUGGESTED_USERS[0] ?? '',
    wrong,
  }: { readonly code?: string; readonly user?: string; readonly wrong?: string },
  status = 200,
): Page =>
  page(
    status,
    `${wrong === undefined ? '' : `<p role="alert"><strong>${escapeHtml(wrong)}</strong></p>\n`}<form method="post" action="device">
<label>The code that the terminal shows
<input ${typed('code', code)} autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus></label>
<label>As whom, since this issuer is for trials and knows no passwords
<input ${typed('user', user)} autocomplete="off" spellcheck="false" maxlength="256" required></label>
<p>Go on only if you began this login yourself, just now.</p>
<button name="decision" value="allow">Log in</button>
<button name="decision" value="deny">Refuse</button>
</form>`,
  );

/** Says how the login ended; null for one that was refused. */
export const decidedPage = (user: string | null): Page =>
  page(
    200,
    user === null
      ? '<p>The login was refused. You can close this page.</p>'
      : `<p>The terminal is logged in as <strong>${escapeHtml(user)}</strong>. You can close this page.</p>`,
  );
