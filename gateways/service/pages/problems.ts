import { notFound } from '../../http/answer/problem.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import type { RepositoryDependencies } from '../repository-dependencies.js';
import { explanations, type Explanation } from './explanations.js';
import { escapeHtml } from '../../../formats/text/escape-html.js';
import { codeSpans, htmlPage } from './html-page.js';

/** The address of the page about a kind of problem, for a service with this base URL. */
export const problemPage = (base: string, code: string): string => `${base}/problems/${code}`;

type Pages = Pick<RepositoryDependencies, 'baseUrls' | 'self'>;

const row = (base: string, [code, { status, meaning }]: readonly [string, Explanation]): string => {
  const link = `<a href="${escapeHtml(problemPage(base, code))}"><code>${code}</code></a>`;
  return `<tr><td>${link}</td><td>${status}</td><td>${codeSpans(meaning)}</td></tr>`;
};

const listed = (
  base: string,
): string => `<p>The <code>type</code> of each problem document ends with one of these codes.</p>
<table>
<thead><tr><th>code</th><th>status</th><th>what it means</th></tr></thead>
<tbody>
${[...explanations].map((each) => row(base, each)).join('\n')}
</tbody>
</table>`;

const shown = (base: string, { status, meaning, remedy }: Explanation): string => `<p>Status ${status}</p>
<h2>What it means</h2>
<p>${codeSpans(meaning)}</p>
<h2>What to do</h2>
<p>${codeSpans(remedy)}</p>
<p><a href="${escapeHtml(base)}/problems">All problems</a></p>`;

/** `GET /problems`: every kind of problem, with a link to its page. */
export const listProblems = ({ baseUrls, self }: Pages): Route =>
  route('listProblems', () => Promise.resolve(htmlPage('Problems', listed(baseUrls[self]))));

/** `GET /problems/{code}`: what a kind of problem means and what can be done; the target of every problem's `type`. */
export const showProblem = ({ baseUrls, self }: Pages): Route =>
  route('showProblem', ({ params }) => {
    const code = pathParameter({ params }, 'code');
    const explanation = explanations.get(code);
    if (explanation === undefined) return Promise.resolve(notFound(`There is no problem with the code ${code}`));
    return Promise.resolve(htmlPage(code, shown(baseUrls[self], explanation)));
  });
