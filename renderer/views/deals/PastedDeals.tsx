import { IconClipboardText, IconDatabaseImport, IconFileUpload, IconX } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { type ListedDeal, parseDealList, pieceCidsIn } from '../../../shared/deals/deal-list-text.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { FileButton } from '../../components/inputs/FileButton.tsx';
import { PasteField } from '../../components/inputs/PasteField.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { pathOfFile } from '../../lib/path-of-file.ts';
import { ListedDealPane } from './ListedDealPane.tsx';
import { listedColumns, listedKey } from './listed-columns.tsx';
import { type MarketFileForm, marketFileForm } from './market-file.ts';
import { PastedPieces } from './PastedPieces.tsx';

/** Longer texts are cut. */
const MAX_TEXT = 20_000_000;

interface MarketFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly form: MarketFileForm;
  /** Undefined in a browser. */
  readonly path: string | undefined;
}

interface PastedDealsProps {
  readonly onClose: () => void;
  /** Opens the dataset screen: a load has started, or the path of the named file has to be typed. */
  readonly onLoad: (fileName: string | undefined) => void;
}

/** Output of `lotus client list-deals` of any release, or a list of pieces, as a table. */
export function PastedDeals({ onClose, onLoad }: PastedDealsProps) {
  const [text, setText] = useState('');
  const [market, setMarket] = useState<MarketFile | undefined>(undefined);
  const [selected, setSelected] = useState<ListedDeal | undefined>(undefined);
  const list = useMemo(() => parseDealList(text.slice(0, MAX_TEXT)), [text]);
  const pieces = useMemo(() => (list.deals.length === 0 ? pieceCidsIn(text.slice(0, MAX_TEXT)) : []), [text, list]);
  const start = useCommand(startLoad);
  const closePane = useCallback(() => setSelected(undefined), []);

  function setList(next: string): void {
    setText(next);
    setSelected(undefined);
    setMarket(undefined);
  }

  async function open(file: File): Promise<void> {
    const form = await marketFileForm(file);
    // A compressed file is not text.
    setList(form === undefined || form === 'plain' ? await file.slice(0, MAX_TEXT).text() : '');
    if (form !== undefined) setMarket({ name: file.name, sizeBytes: file.size, form, path: pathOfFile(file) });
  }

  async function load({ name, path }: MarketFile): Promise<void> {
    if (path === undefined) onLoad(name);
    else if ((await start.run({ path })) !== undefined) onLoad(undefined);
  }

  return (
    <SplitView pane={selected === undefined ? undefined : <ListedDealPane deal={selected} onClose={closePane} />}>
      <PageHead
        title="Deals from a list"
        sub="Parsed locally"
        actions={
          <>
            <FileButton
              size="small"
              icon={IconFileUpload}
              label="File with a list of deals"
              accept=".txt,.csv,.log,.json,.gz,.zst,text/plain,text/csv,application/json"
              onFile={(file) => void open(file)}
            >
              Open file
            </FileButton>
            <Button size="small" kind="quiet" icon={IconX} onClick={onClose}>
              Back to deals
            </Button>
          </>
        }
      />
      <PasteField
        label="Output of lotus client list-deals, a StateMarketDeals file, or a list with piece CIDs"
        value={text}
        rows={list.deals.length + pieces.length === 0 ? 10 : 3}
        onChange={setList}
      />
      {market === undefined ? undefined : (
        <Note
          tone="info"
          title={`Market file${market.form === 'plain' ? '' : `, ${market.form}`}, ${formatBytes(market.sizeBytes)}`}
          actions={
            <Button size="small" icon={IconDatabaseImport} isBusy={start.isRunning} onClick={() => void load(market)}>
              Load as dataset
            </Button>
          }
        >
          Load <UntrustedText text={market.name} maximumLength={80} /> to filter all of its deals and look up CIDs.
          {start.error === undefined ? undefined : (
            <span role="alert">
              <StatusText tone="danger">{start.error.message}</StatusText>
            </span>
          )}
        </Note>
      )}
      {list.unread.length === 0 ? undefined : (
        <Note tone="warning" title={`${formatCount(list.unread.length, 'line')} could not be read`}>
          Line {list.unread[0]?.line}: <UntrustedText text={list.unread[0]?.text ?? ''} maximumLength={120} />
        </Note>
      )}
      {list.isCut ? (
        <Note tone="warning" title="List cut">
          Only the first {formatCount(list.deals.length, 'row')} are shown.
        </Note>
      ) : undefined}
      {list.deals.length > 0 ? (
        <DataTable
          label="Deals of the list"
          unit={['deal', 'deals']}
          columns={listedColumns}
          rows={list.deals}
          rowKey={listedKey}
          selectedKey={selected === undefined ? undefined : listedKey(selected)}
          onSelect={setSelected}
          copyText={({ proposalCid }) => proposalCid}
          exportName="client-deals"
          isFilling
        />
      ) : pieces.length > 0 ? (
        <PastedPieces pieces={pieces} />
      ) : (
        <PanelState icon={IconClipboardText} title={text.trim() === '' ? 'Nothing pasted yet' : 'No deals in this text'}>
          {text.trim() === ''
            ? 'Paste the text above. Each row becomes a deal with its state explained.'
            : 'A deal row starts with a proposal CID and contains a state such as StorageDealActive. A piece CID starts with baga6ea4seaq.'}
        </PanelState>
      )}
    </SplitView>
  );
}

const startLoad = (client: AppClient, source: { readonly path: string }) => client.dataset.startLoad(source);
