import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { OpenedManifest } from '../../api/manifests.js';
import { useAccessWords } from '../../parts/access-words.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { Mark } from '../../parts/marks.js';
import { useDrag } from '../../parts/lists/drag-rows.js';
import { Empty, Problem } from '../../parts/feedback/messages.js';
import { InHead } from '../../parts/page.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { useWords } from '../../words/language.js';
import { arranged, findRange, signatureOf } from './changes.js';
import { Conflict } from './conflict.js';
import { useDraft, type Draft } from './draft.js';
import { RangeHead } from './range-head.js';
import { HeldWords, type HeldPart } from './held.js';
import { useFreeCount } from './page-list.js';
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
  /** How many pages are in no range; null until it is known. */
  readonly free: number | null;
  readonly onMake: () => void;
}

const Bar = ({ depositId, draft, current, free, onMake }: BarOptions) => {
  const { structure: words } = useWords();
  const { roots } = draft;
  const found = findRange(roots, current);
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
      <span className="soft wide">
        {words.summary(placedRanges(roots).length, roots.length)}
        {free === null ? null : words.freePages(free)}
      </span>
    </div>
  );
};

interface SaveOptions {
  readonly draft: Draft;
  readonly busy: string | null;
  readonly onSave: () => void;
}

/** How much is not saved, and what saves it and takes it back, in the head of the deposit. */
const Save = ({ draft, busy, onSave }: SaveOptions) => {
  const { structure: words } = useWords();
  const { changes, isBehind } = draft;
  const nothing = changes.length === 0 ? words.nothingToSave : null;
  return (
    <InHead
      facts={
        changes.length === 0 ? null : (
          <span title={words.keptHere}>
            <Mark shape="new">{words.notSaved(changes.length)}</Mark>
          </span>
        )
      }
      actions={
        <>
          <Button icon="undo" why={nothing} title="Ctrl Z" onClick={draft.undo}>
            {words.undo}
          </Button>
          <Button
            look={isBehind ? 'ordinary' : 'primary'}
            busy={busy}
            why={nothing ?? (isBehind ? words.behindTitle : null)}
            title="Ctrl S"
            onClick={onSave}
          >
            {words.save}
          </Button>
        </>
      }
    />
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

/** Ctrl with Z takes the last change back, and with S saves; in a field they are the browser's. */
const useCommands = (commands: Readonly<Record<'z' | 's', () => void>>): void => {
  const current = useRef(commands);
  current.current = commands;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target } = event;
      const isTaken = target instanceof Element && target.closest('input:not([type=checkbox]),[role=dialog]') !== null;
      if ((!event.ctrlKey && !event.metaKey) || event.shiftKey || isTaken || (key !== 'z' && key !== 's')) return;
      event.preventDefault();
      current.current[key]();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
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
  const drag = useDrag<HeldPart>();
  const free = useFreeCount(depositId, opened, draft);
  useCommands({ z: draft.undo, s: () => saveNow() });
  return (
    <>
      <Save {...{ draft, busy }} onSave={() => saveNow()} />
      <Bar {...{ depositId, draft, current, free }} onMake={make} />
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
            <RangesTree {...{ draft, current, accessOf, drag, naming }} onCurrent={choose} onNaming={setNaming} />
          )}
          <Keys />
        </div>
        <div className="rt">
          <RangePages
            key={placed?.range.id ?? ''}
            {...{ depositId, opened, draft, free, drag }}
            range={placed?.range ?? null}
            toolbar={(lists) =>
              placed === null ? (
                <div className="toolbar">
                  <span className="grow" />
                  {lists}
                </div>
              ) : (
                <RangeHead {...{ draft, placed, accessOf }}>
                  <span className="grow" />
                  {lists}
                </RangeHead>
              )
            }
          />
        </div>
      </div>
      <HeldWords drag={drag} roots={draft.roots} />
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
