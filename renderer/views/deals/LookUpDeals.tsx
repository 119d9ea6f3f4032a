import { IconClipboardText, IconSearch, IconX } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { lookUpTexts, MAX_LOOK_UPS } from '../../../shared/deals/look-up-text.ts';
import type { DealLookUp } from '../../../shared/ipc/schemas/deals.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { OpenTextFile } from '../../components/inputs/OpenTextFile.tsx';
import { PasteField } from '../../components/inputs/PasteField.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { LookUpPane } from './LookUpPane.tsx';
import { lookUpColumns } from './look-up-columns.tsx';
import { type LookUpSource, useLookUpSources } from './use-look-up-sources.ts';

const MAX_TEXT = 4_000_000;
const LABELS: Readonly<Record<LookUpSource, string>> = { dataset: 'Dataset', checker: 'CID checker' };

interface LookUpDealsProps {
  /** CIDs to look up at once; empty for none. */
  readonly text: string;
  readonly onClose: () => void;
}

/** Deals of the pasted CIDs: active replicas, providers and the latest end. */
export function LookUpDeals({ text: firstText, onClose }: LookUpDealsProps) {
  const [text, setText] = useState(firstText);
  const [asked, setAsked] = useState<readonly string[]>(() => lookUpTexts(firstText));
  const [chosen, setChosen] = useState<LookUpSource | undefined>(undefined);
  const [selectedText, setSelectedText] = useState<string | undefined>(undefined);
  const sources = useLookUpSources();
  const source = chosen !== undefined && sources?.includes(chosen) === true ? chosen : sources?.[0];
  const texts = useMemo(() => lookUpTexts(text.slice(0, MAX_TEXT)), [text]);
  const query = useQuery(
    `look-up ${source} ${asked.join(' ')}`,
    (client) => client.deals.lookUp({ texts: [...asked], source: source ?? 'dataset' }),
    { isEnabled: source !== undefined && asked.length > 0 },
  );
  const selected = query.data?.results.find((result) => result.text === selectedText);
  const closePane = useCallback(() => setSelectedText(undefined), []);
  return (
    <SplitView
      pane={
        query.data === undefined || selected === undefined ? undefined : (
          <LookUpPane key={selected.text} answer={query.data} result={selected} onClose={closePane} />
        )
      }
    >
      <PageHead
        title="Look up CIDs"
        sub={source === 'checker' ? 'The CID checker learns what you look up' : undefined}
        actions={
          <>
            <OpenTextFile
              label="File with CIDs"
              accept=".txt,.csv,.log,text/plain,text/csv"
              mostBytes={MAX_TEXT}
              onText={(next) => setText(next)}
            />
            <Button size="small" kind="quiet" icon={IconX} onClick={onClose}>
              Back to deals
            </Button>
          </>
        }
      />
      {sources === undefined ? (
        <SkeletonRows rows={6} columns={5} />
      ) : source === undefined ? (
        <PanelState icon={IconSearch} title="No look-up source">
          <Link href="/deals/dataset" className="link">
            Load a dataset
          </Link>
          , or set a CID checker API for the endpoint.
        </PanelState>
      ) : (
        <>
          <PasteField
            label="Piece CIDs (v1 or v2), payload CIDs, deal IDs or addresses, one per line or comma-separated"
            value={text}
            rows={asked.length === 0 ? 8 : 3}
            onChange={setText}
          />
          <Toolbar>
            {sources.length > 1 ? (
              <SegmentedControl
                label="Look up in"
                value={source}
                onChange={setChosen}
                options={sources.map((value) => ({ value, label: LABELS[value] }))}
              />
            ) : undefined}
            <Button
              size="small"
              kind="primary"
              icon={IconSearch}
              isBusy={query.isLoading && asked.length > 0}
              disabledReason={texts.length === 0 ? 'Paste at least one CID, deal ID or address.' : undefined}
              onClick={() => {
                setAsked(texts);
                setSelectedText(undefined);
                if (texts.join(' ') === asked.join(' ')) query.refresh();
              }}
            >
              {texts.length < 2 ? 'Look up' : `Look up ${formatInteger(texts.length)}`}
            </Button>
            <span className="t3 s12">
              {texts.length === MAX_LOOK_UPS ? `Limited to the first ${formatInteger(MAX_LOOK_UPS)}.` : undefined}
            </span>
          </Toolbar>
          {asked.length === 0 ? (
            <PanelState icon={IconClipboardText} title="Nothing looked up yet">
              Paste up to {formatInteger(MAX_LOOK_UPS)} CIDs above. Each becomes a row with its deals, active replicas and providers.
            </PanelState>
          ) : (
            <QueryContent query={query} skeleton={<SkeletonRows rows={6} columns={5} />}>
              {(answer) => (
                <>
                  {query.error === undefined ? undefined : (
                    <Note tone="warning" title="Refresh failed">
                      {query.error.message}
                    </Note>
                  )}
                  <DataTable
                    label="Results"
                    unit={['result', 'results']}
                    columns={lookUpColumns}
                    rows={answer.results}
                    rowKey={(row) => row.text}
                    selectedKey={selected?.text}
                    onSelect={(row) => setSelectedText(row.text)}
                    copyText={(row) => row.text}
                    exportName="deal-look-up"
                    isFilling
                    footer={<AnswerWords answer={answer} />}
                  />
                </>
              )}
            </QueryContent>
          )}
        </>
      )}
    </SplitView>
  );
}

function AnswerWords({ answer: { source, asOf, results, isCut } }: { readonly answer: DealLookUp }) {
  const withDeals = results.filter(({ deals }) => deals > 0).length;
  return (
    <span>
      {formatInteger(withDeals)} of {formatCount(results.length, 'entry', 'entries')} with deals, from the{' '}
      {source === 'dataset' ? 'dataset' : 'CID checker'}
      {asOf === undefined ? undefined : (
        <>
          {' '}
          as of epoch {formatInteger(asOf.epoch)}, <TimeText timeMs={asOf.writtenAtMs ?? asOf.timeMs} />
        </>
      )}
      {isCut ? '; the CID checker has more deals' : undefined}
    </span>
  );
}
