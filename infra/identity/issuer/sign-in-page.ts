import { escapeHtml } from '../../../formats/text/escape-html.js';
import { page, SUGGESTED_USERS, typed, type Page } from './device-page.js';

/** Asks as whom a person signs in; what the client sent stays in the form. */
export const signInPage = (
  sent: Readonly<Record<string, string>>,
  { client, wrong, user = '' }: { readonly client: string; readonly wrong?: string; readonly user?: string },
  status = 200,
): Page =>
  page(
    status,
    `${wrong === undefined ? '' : `<p role="alert"><strong>${escapeHtml(wrong)}</strong></p>\n`}<form method="post" action="authorize">
${Object.entries(sent)
  .map(([name, value]) => `<input type="hidden" ${typed(name, value)}>`)
  .join('\n')}
<p>This issuer is for trials and knows no passwords. As whom do you go on to ${escapeHtml(client)}?</p>
${SUGGESTED_USERS.map((each) => `<button ${typed('chosen', each)}>${escapeHtml(each)}</button>`).join('\n')}
<label>Or another name
<input ${typed('user', user)} autocomplete="off" spellcheck="false" maxlength="256"></label>
<button name="decision" value="allow">Sign in</button>
<button name="decision" value="deny">Refuse</button>
</form>`,
  );

/** Says what is wrong with the request of a client, to which the person cannot be sent back. */
export const wrongRequestPage = (wrong: string): Page =>
  page(400, `<p role="alert"><strong>${escapeHtml(wrong)}</strong></p>`);

/** Where a person ends who has signed out and is not sent on. */
export const signedOutPage: Page = page(200, '<p>You are signed out. You can close this page.</p>');
