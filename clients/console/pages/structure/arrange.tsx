import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { OpenedManifest } from '../../api/manifests.js';
import { useAccessWords } from '../../parts/access-words.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { Mark } from '../../parts/marks.js';
import { Empty, Problem } from '../../parts/messages.js';
import { useToast } from '../../parts/toasts.js';
import { useWords } from '../../words/language.js';
import { arranged, findRange, signatureOf } from './changes.js';
import { Conflict } from './conflict.js';
import { useDraft, type Draft } from './draft.js';
import { RangeHead } from './range-head.js';
import { RangePages } from './range-pages.js';
import { RangesTree } from './ranges-tree.js';
import { isStale, useSave } from './save.js';
import { makeIn } from './steps.js';
import { placedRanges, type Range } from './structure.js';

interface ArrangeOptions {
  readonly depositId: string;
  readonly opened: OpenedManifest;
  /** The structure as it is saved. */
  readonly structure: readonly Range[];
  readonly etag: string | null;
}

interface BarOptions {
  readonly depositId: string;
  readonly draft: Draft;
  readonly current: string | null;
  readonly busy: string | null;
  readonly onMake: () => void;
  readonly onSave: () => void;
}

const Bar = ({ depositId, draft, current, busy, onMake, onSave }: BarOptions) => {
  const { structure: words } = useWords();
  const { roots, changes } = draft;
  const found = findRange(roots, current);
  const nothing = changes.length === 0 ? words.nothingToSave : null;
  return (
    <div className="toolbar under-tabs">
      <div className="join" role="group" aria-label={words.structure}>
        <ButtonLink small to="/deposits/$deposit/structure" params={{ deposit: depositId }}>
          {words.look}
        </ButtonLink>
        <span className="b small" aria-current="true">
          {words.arrange}
        </span>
      </div>
      <span className="sep" />
      <Button small icon="plus" keyName="Ins" onClick={onMake}>
        {words.newRange}
      </Button>
      <Button
        small
        why={found === null ? words.chooseRange : null}
        onClick={() => {
          if (found !== null) draft.add({ kind: 'remove', id: found.range.id, was: signatureOf(found.range) });
        }}
      >
        {words.takeAway}
      </Button>
      <span className="grow" />
      {changes.length === 0 ? (
        <span className="soft wide">{words.summary(placedRanges(roots).length, roots.length)}</span>
      ) : (
        <Mark shape="new">{words.notSaved(changes.length)}</Mark>
      )}
      <Button small icon="undo" why={nothing} onClick={draft.undo}>
        {words.undo}
      </Button>
      <Button
        small
        look={draft.isBehind ? 'ordinary' : 'primary'}
        busy={busy}
        why={nothing ?? (draft.isBehind ? words.behindTitle : null)}
        onClick={onSave}
      >
        {words.save}
      </Button>
    </div>
  );
};

const Keys = () => {
  const { structure: words } = useWords();
  return (
    <div className="pager wide">
      <span>
        <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> {words.keys} <kbd>Alt</kbd> <kbd>←</kbd> <kbd>→</kbd> {words.keysOut}{' '}
        <kbd>F2</kbd> {words.keysName} <kbd>Del</kbd> {words.keysAway}
      </span>
    </div>
  );
};

/** Ranges on the left, the pages of one on the right; what is done is saved together. */
export const Arrange = ({ depositId, opened, structure, etag }: ArrangeOptions) => {
  const { structure: words, parts } = useWords();
  const tell = useToast();
  const accessOf = useAccessWords();
  const navigate = useNavigate();
  const { range: current = null } = useSearch({ from: '/inside/deposits/$deposit/structure/arrange' });
  const draft = useDraft(depositId, structure, etag);
  const [naming, setNaming] = useState<string | null>(null);
  const [isAsked, ask] = useState(false);
  const save = useSave(opened, () => {
    draft.giveUp();
    tell(words.saved);
  });
  const busy = save.isPending ? words.saving : null;
  const choose = (range: string | null): void =>
    void navigate({ to: '.', search: range === null ? {} : { range }, replace: true, resetScroll: false });
  const saveNow = (without: ReadonlySet<string> = new Set()): void => {
    if (draft.changes.length === 0 || save.isPending) return;
    if (draft.isBehind) draft.goOn(without);
    const kept = draft.changes.filter(({ id }) => !without.has(id));
    save.mutate({ roots: arranged(structure, kept), etag });
  };
  const make = (): void => {
    const change = makeIn(
      draft.roots,
      current !== null && findRange(draft.roots, current) ? current : null,
      words.newName,
    );
    draft.add(change);
    choose(change.id);
    setNaming(change.id);
  };
  const placed = findRange(draft.roots, current);
  return (
    <>
      <Bar {...{ depositId, draft, current, busy }} onMake={make} onSave={() => saveNow()} />
      {draft.isBehind && !save.isPending ? (
        <Conflict {...{ depositId, draft, accessOf, busy }} onSave={saveNow} onGiveUp={() => ask(true)} />
      ) : null}
      {save.error === null || isStale(save.error) ? null : <Problem error={save.error} />}
      <div className="structgrid">
        <div className="lt">
          {draft.roots.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneHow}</p>
            </Empty>
          ) : (
            <RangesTree
              {...{ draft, current, accessOf, naming }}
              onCurrent={choose}
              onNaming={setNaming}
              onSave={() => saveNow()}
            />
          )}
          <Keys />
        </div>
        <div className="rt">
          {placed === null ? null : <RangeHead draft={draft} placed={placed} accessOf={accessOf} />}
          <RangePages
            key={placed?.range.id ?? ''}
            depositId={depositId}
            opened={opened}
            draft={draft}
            range={placed?.range ?? null}
          />
        </div>
      </div>
      <Dialog
        title={words.giveUpTitle}
        isOpen={isAsked}
        onClose={() => ask(false)}
        action={words.giveUp}
        isFinal
        onAct={() => {
          draft.giveUp();
          ask(false);
        }}
      >
        <p>{words.giveUpWhy(draft.changes.length)}</p>
      </Dialog>
      <span className="sr" role="status">
        {save.isPending ? parts.loading : ''}
      </span>
    </>
  );
};
