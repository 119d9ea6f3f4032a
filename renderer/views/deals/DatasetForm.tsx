import { IconDatabaseImport, IconFileUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { marketUrlProblem } from '../../../shared/deals/market-url.ts';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { DatasetSource } from '../../../shared/ipc/schemas/dataset.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { FileButton } from '../../components/inputs/FileButton.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { hasFilePaths, pathOfFile } from '../../lib/path-of-file.ts';
import styles from './deals.module.css';
import { isFullPath, MARKET_FILE_TYPES } from './market-file.ts';

interface DatasetFormProps {
  /** The connection's deals data URL. */
  readonly url: string | undefined;
  /** Name of an opened file. */
  readonly fileName: string | undefined;
  readonly hasDataset: boolean;
  readonly isBusy: boolean;
  readonly error: ErrorEnvelope | undefined;
  readonly onLoad: (source: DatasetSource) => void;
}

const FROM = [
  { value: 'url', label: 'URL' },
  { value: 'file', label: 'File' },
] as const;

/** Source of the market file: a URL, or a path on the host. */
export function DatasetForm({ url: knownUrl, fileName, hasDataset, isBusy, error, onLoad }: DatasetFormProps) {
  const [from, setFrom] = useState<'url' | 'file'>(fileName === undefined ? 'url' : 'file');
  // Until it is edited, the field shows the URL of the connection, which may arrive later.
  const [typedUrl, setUrl] = useState<string | undefined>(undefined);
  const [path, setPath] = useState(fileName ?? '');
  const url = typedUrl ?? knownUrl ?? '';
  const problem = from === 'url' ? marketUrlProblem(url) : isFullPath(path) ? undefined : 'Enter the full path of the file.';
  const isShown = from === 'url' ? url.trim() !== '' : path.trim() !== '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (problem === undefined && !isBusy) onLoad(from === 'url' ? { url: url.trim() } : { path: path.trim() });
  }

  return (
    <Panel title={hasDataset ? 'Load again' : 'Load market file'} sub="StateMarketDeals.json, plain, .gz or .zst" hasRule>
      <PanelBody>
        <form className={styles.loadForm} onSubmit={submit}>
          <SegmentedControl label="Load from" value={from} onChange={setFrom} options={FROM} />
          {from === 'url' ? (
            <TextField
              label="URL"
              layout="above"
              isMono
              type="url"
              value={url}
              onChange={setUrl}
              placeholder="https://…/StateMarketDeals.json.zst"
              error={isShown ? problem : undefined}
              help={
                knownUrl !== undefined && url === knownUrl
                  ? 'Deals data URL of this endpoint. About 3 GB on mainnet; interrupted downloads resume.'
                  : 'About 3 GB on mainnet; interrupted downloads resume.'
              }
            />
          ) : (
            <TextField
              label="Path"
              layout="above"
              isMono
              value={path}
              onChange={setPath}
              placeholder="/data/StateMarketDeals.json.zst"
              error={isShown ? problem : undefined}
              help="Full path on the machine running Sextant."
            />
          )}
          <div className="row g6">
            <Button
              type="submit"
              kind="primary"
              icon={IconDatabaseImport}
              isBusy={isBusy}
              disabledReason={problem}
              hint={hasDataset ? 'The current dataset stays in use until the new one is complete.' : undefined}
            >
              Load
            </Button>
            {from === 'file' ? (
              <FileButton
                icon={IconFileUpload}
                label="Market file"
                accept={MARKET_FILE_TYPES}
                hint={hasFilePaths() ? undefined : 'Browsers reveal only the file name. Complete the path after choosing.'}
                onFile={(file) => setPath(pathOfFile(file) ?? file.name)}
              >
                Choose a file
              </FileButton>
            ) : undefined}
          </div>
          {error === undefined ? undefined : (
            <span role="alert">
              <StatusText tone="danger">{error.message}</StatusText>
            </span>
          )}
        </form>
      </PanelBody>
    </Panel>
  );
}
