import { useChange } from '../../api/use-change.js';
import { type CreateExportLinkInput, Download } from '../../generated/documents.js';
import { WriteButton } from '../forms/buttons.js';
import { Problem } from '../forms/form-errors.js';

interface DownloadButtonProps {
  readonly label: string;
  /** What is downloaded, for people who hear the button away from its row. */
  readonly of?: string;
  readonly rows: CreateExportLinkInput;
  readonly look?: 'quiet';
}

/** The browser downloads the rows as the server reads them, however many there are. */
export function DownloadButton({ label, of, rows, look }: DownloadButtonProps) {
  const change = useChange(Download);
  const download = async () => {
    const data = await change.run({ input: rows });
    const url = data?.createExportLink?.url;
    if (!url) return;
    // At the address of the page, which need not be the public one.
    const { pathname, search } = new URL(url);
    location.assign(pathname + search);
  };
  return (
    <>
      <WriteButton look={look} of={of} isRunning={change.isRunning} onClick={() => void download()}>
        {label}
      </WriteButton>
      <Problem refusal={change} />
    </>
  );
}
