import { Message, Problem } from '../../../parts/feedback/messages.js';
import { useWords } from '../../../words/language.js';
import { isOutrun } from './use-edits.js';

/** Why an edit was refused: that somebody else was faster, or what the platform says; nothing where it was not. */
export const EditProblem = ({ error }: { readonly error: unknown }) => {
  const { depositFiles: words } = useWords();
  if (error === null) return null;
  if (!isOutrun(error)) return <Problem error={error} />;
  return (
    <Message kind="warn">
      <p>
        <strong>{words.outrun}</strong>
      </p>
      <p>{words.outrunHow}</p>
    </Message>
  );
};
