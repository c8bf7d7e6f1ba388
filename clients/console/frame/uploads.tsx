import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery, signInAddress } from '../api/session.js';
import { Message } from '../parts/feedback/messages.js';
import { noteSignedOut } from '../uploads/store.js';
import { shareOf } from '../uploads/upload-view.js';
import { useOpenUploads, useSignedOut } from '../uploads/use-uploads.js';
import { useWords } from '../words/language.js';

/** Uploads that go on while other pages are shown, with how much has gone up. */
export const UploadLinks = () => {
  const { frame, upload } = useWords();
  return useOpenUploads().map(([deposit, { view }]) => (
    <Link key={deposit} to="/deposits/$deposit/upload" params={{ deposit }}>
      {frame.uploading}
      <span className="n">{upload.percent(Math.floor(shareOf(view) * 100))}</span>
    </Link>
  ));
};

/** Tells whether somebody has signed in on another page, and lets all go on then. */
const Watch = () => {
  const client = useQueryClient();
  const [since] = useState(Date.now);
  const { dataUpdatedAt } = useQuery({ ...sessionQuery, refetchInterval: 3_000, staleTime: 0, retry: false });
  const isBack = dataUpdatedAt > since;
  useEffect(() => {
    if (!isBack) return;
    noteSignedOut(false);
    void client.invalidateQueries();
  }, [isBack, client]);
  return null;
};

/** While something goes up, people sign in on another page: this one has the files. */
export const SignedOutNotice = () => {
  const { upload } = useWords();
  if (!useSignedOut()) return null;
  return (
    <section className="notice" aria-label={upload.signedOut}>
      <Watch />
      <Message
        kind="warn"
        actions={
          <a className="b small" href={signInAddress('/')} target="_blank" rel="noopener">
            {upload.signIn}
          </a>
        }
      >
        <p role="alert">
          <strong>{upload.signedOut}</strong>
        </p>
        <p>{upload.signedOutWhy}</p>
      </Message>
    </section>
  );
};
