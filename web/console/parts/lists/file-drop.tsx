import { type DragEvent, useId, useState } from 'react';
import { formatPercent } from '../../texts/format.js';
import { ListError } from './number-list.js';
import './list.css';
import { words } from './number-list.js';

interface FileDropProps<Content> {
  readonly hint: string;
  /** Throws a `ListError` with a sentence for the person. */
  readonly read: (file: File, onProgress: (share: number) => void) => Promise<Content>;
  readonly onRead: (content: Content, fileName: string) => void;
}

/** Takes a file by drop or by choosing, and reads it in the browser. */
export function FileDrop<Content>({ hint, read, onRead }: FileDropProps<Content>) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [complaint, setComplaint] = useState('');
  const take = async (file: File | undefined) => {
    if (!file) return;
    setComplaint('');
    setShare(0);
    try {
      onRead(await read(file, setShare), file.name);
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      setComplaint(error.message);
    } finally {
      setShare(null);
    }
  };
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Dropping is for the mouse; the field inside does the same by keyboard.
    <div
      className={isOver ? 'file-drop over' : 'file-drop'}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <label htmlFor={id}>{words.drop}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // The same file can be chosen again once it is mended.
          event.currentTarget.value = '';
        }}
      />
      <p className="quiet" id={`${id}-hint`}>
        {share === null ? hint : words.reading(formatPercent(share))}
      </p>
      <p className="error" role="alert">
        {complaint}
      </p>
    </div>
  );
}
