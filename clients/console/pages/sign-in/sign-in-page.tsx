import { useEffect, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { BASE } from '../../api/services.js';
import { signedOutOf, sessionQuery, signInAddress } from '../../api/session.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { Command } from '../../parts/controls/command.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Message } from '../../parts/feedback/messages.js';
import { Section } from '../../parts/page.js';
import { Sprite } from '../../parts/sprite.js';
import { useWords } from '../../words/language.js';

const Door = ({
  title,
  isLong = false,
  children,
}: {
  readonly title: string;
  readonly isLong?: boolean;
  readonly children: ReactNode;
}) => {
  useEffect(() => {
    document.title = `${title} · Muniment`;
  }, [title]);
  return (
    <>
      <Sprite />
      <main id="main" className={isLong ? 'door long' : 'door'}>
        <div className="brand">
          <svg aria-hidden="true">
            <use href="#brand" />
          </svg>
          Muniment
        </div>
        {children}
      </main>
    </>
  );
};

/** Where nobody has to sign in: in whose name all is done, and how to change that. */
const SwitchedOff = ({ agent }: { readonly agent: string }) => {
  const { signIn: words } = useWords();
  return (
    <Door title={words.offTitle} isLong>
      <h1>{words.offTitle}</h1>
      <p>
        {words.offName} <b>{agent}</b>
        {words.offWhy}
      </p>
      <ButtonLink look="primary" to="/">
        {words.goOn(agent)}
      </ButtonLink>
      <Section title={words.anotherName}>
        <div className="way">
          <p>{words.anotherNameHow}</p>
          <Command>MUNIMENT_DEV_IDENTITY=your-name npm start</Command>
        </div>
      </Section>
      <Section title={words.tryIt}>
        <div className="way">
          <p>{words.tryItHow}</p>
          <Command>npm run issuer</Command>
        </div>
      </Section>
      <Section title={words.forReal}>
        <div className="way">
          <p>{words.forRealHow(agent)}</p>
          <Command>MUNIMENT_AUTH_ISSUER=https://id.archives.example npm start</Command>
        </div>
      </Section>
    </Door>
  );
};

const isProblem = (code: string, problems: object): code is keyof typeof problems => Object.hasOwn(problems, code);

/** Where a person signs in at the provider, and why they have to do so again. */
export const SignInPage = () => {
  const { signIn: words } = useWords();
  const { back = BASE, problem = '', number } = useSearch({ from: '/sign-in' });
  const session = useQuery({ ...sessionQuery, retry: false });
  const signedOut = signedOutOf(session.error);
  if (session.data?.signIn === 'off') return <SwitchedOff agent={session.data.agent} />;
  if (signedOut === null && session.data === undefined)
    return (
      <Door title={words.title}>
        <Loaded query={session}>{() => null}</Loaded>
      </Door>
    );
  const isAgain = signedOut?.ended === true;
  return (
    <Door title={words.title}>
      <h1 className="sr">{words.title}</h1>
      {isAgain || problem !== '' ? (
        <Message kind="warn">
          <p>
            <strong>{isProblem(problem, words.problems) ? words.problems[problem] : words.ended}</strong>
          </p>
          {problem === '' ? <p>{words.endedWhy}</p> : null}
        </Message>
      ) : (
        <p>{words.what}</p>
      )}
      <a className="b primary" href={signInAddress(back)}>
        {isAgain || problem !== '' ? words.signInAgain : words.signIn}
      </a>
      <p className="small muted">
        {number === undefined ? (
          words.taken(signedOut?.provider ?? session.data?.provider ?? '')
        ) : (
          <>
            {words.number} <span className="digest">{number}</span>
          </>
        )}
      </p>
    </Door>
  );
};
