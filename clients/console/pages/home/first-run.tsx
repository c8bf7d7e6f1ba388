import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.js';
import { systemQuery } from '../../api/system.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { Command } from '../../parts/controls/command.js';
import { Page, Section } from '../../parts/page.js';
import { useWords } from '../../words/language.js';

/** How to begin, where nothing was put yet: with this page, with an S3 tool, or at the terminal. */
export const FirstRun = () => {
  const { home: words } = useWords();
  const session = useSession();
  const { data } = useQuery(systemQuery);
  return (
    <Page
      title={words.firstTitle}
      facts={
        <>
          {data?.dataFolder ? (
            <span>
              {words.runsOn} <span className="digest">{data.dataFolder}</span>
            </span>
          ) : null}
          {session.signIn === 'off' ? (
            <span>
              {words.inTheName} <Link to="/sign-in">{session.agent}</Link>
            </span>
          ) : null}
        </>
      }
    >
      <div className="home">
        <div>
          <Section title={words.withThisPage}>
            <div className="way">
              <p>{words.beginHow}</p>
              <div className="actions">
                <ButtonLink look="primary" to="/deposits/new">
                  {words.beginHere}
                </ButtonLink>
              </div>
            </div>
          </Section>
          <Section title={words.withS3} count={words.withS3Tools}>
            <div className="way">
              <p>{words.withS3How}</p>
            </div>
          </Section>
          <Section title={words.atTerminal} count={words.atTerminalNote}>
            <div className="way">
              <p>{words.atTerminalHow}</p>
              <Command>npm run preserve -- samples/letters-1911 --as letters/1911</Command>
              <p>{words.seen}</p>
            </div>
          </Section>
        </div>
        <div className="sidebar">
          <Section title={words.fourWords}>
            <dl className="dl full">
              {words.words.flatMap(([word, meaning]) => [<dt key={word}>{word}</dt>, <dd key={meaning}>{meaning}</dd>])}
            </dl>
          </Section>
        </div>
      </div>
    </Page>
  );
};
