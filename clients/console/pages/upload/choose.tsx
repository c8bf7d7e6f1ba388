import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { Button, Switch } from '../../parts/controls/button.js';
import { useWords } from '../../words/language.js';

/** Whether a folder goes up with its name, or only what is in it. */
export type OfFolder = 'contents' | 'withName';

interface ChooseOptions {
  readonly onChoose: (files: FileList) => void;
  readonly isFirst: boolean;
}

/** A button that opens the browser's own choice of files, or of a folder. */
const Choice = ({
  isFolder,
  isPrimary,
  onChoose,
  children,
}: {
  readonly isFolder: boolean;
  readonly isPrimary: boolean;
  readonly onChoose: (files: FileList) => void;
  readonly children: ReactNode;
}) => {
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    if (target.files !== null && target.files.length > 0) onChoose(target.files);
    // The same folder can be chosen again.
    target.value = '';
  };
  return (
    <>
      <input
        ref={(element) => {
          field.current = element;
          if (element !== null) element.webkitdirectory = isFolder;
        }}
        type="file"
        multiple
        hidden
        data-of={isFolder ? 'folder' : 'files'}
        onChange={choose}
      />
      <Button small={!isPrimary} {...(isPrimary ? { look: 'primary' } : {})} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  );
};

/** Both ways to choose for those who do not drag. */
export const Choose = ({ onChoose, isFirst }: ChooseOptions) => {
  const { upload } = useWords();
  return (
    <>
      <Choice isFolder isPrimary={isFirst} onChoose={onChoose}>
        {upload.chooseFolder}
      </Choice>
      <Choice isFolder={false} isPrimary={false} onChoose={onChoose}>
        {upload.chooseFiles}
      </Choice>
    </>
  );
};

export const OfFolderSwitch = ({
  value,
  onChange,
}: {
  readonly value: OfFolder;
  readonly onChange: (value: OfFolder) => void;
}) => {
  const { upload } = useWords();
  const options = (['contents', 'withName'] as const).map((each) => ({ value: each, label: upload[each] }));
  return (
    <>
      <span className="soft">{upload.ofFolder}</span>
      <Switch label={upload.ofFolder} value={value} options={options} onChange={onChange} />
    </>
  );
};
