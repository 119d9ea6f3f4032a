import { IconList } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { DealLookUp } from '../../../shared/ipc/schemas/deals.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { DealStateText } from './DealStateText.tsx';
import { type LookUpResult, LookUpText, lookUpKind } from './look-up-columns.tsx';

/** Maximum number of deals in the pane; the deal list has all of them. */
const MAX_DEALS = 20;

interface LookUpPaneProps {
  readonly answer: DealLookUp;
  readonly result: LookUpResult;
  readonly onClose: () => void;
}

/** One result of a look-up: its providers and its deals. */
export function LookUpPane({ answer, result, onClose }: LookUpPaneProps) {
  const [, navigate] = useLocation();
  const { deals, active, providers, providerCount, untilEpoch, untilTimeMs, problem, pieceCid } = result;
  const filter = filterOf(result);
  const rows = answer.rows.filter((row) => isOf(row, result));
  const all =
    filter === undefined || answer.source !== 'dataset' ? undefined : `/deals?source=dataset&filter=${encodeURIComponent(filter)}`;
  return (
    <DetailPane
      title={lookUpKind(result)}
      sub={`${formatCount(deals, 'deal')}, ${formatInteger(active)} active`}
      onClose={onClose}
      footer={
        all === undefined || deals === 0 ? undefined : (
          <Button icon={IconList} onClick={() => navigate(all)}>
            Show in list
          </Button>
        )
      }
    >
      {problem === undefined ? undefined : (
        <Note tone="warning" title="Look-up failed">
          {problem}
        </Note>
      )}
      <DetailSection title="Query">
        <KeyValue
          labelWidthPx={96}
          rows={[
            { label: lookUpKind(result), value: <LookUpText result={result} /> },
            pieceCid === undefined || pieceCid === result.text
              ? undefined
              : { label: 'Piece CID v1', value: <HashText cid={pieceCid} size="detail" hasCopy /> },
            untilEpoch === undefined ? undefined : { label: 'Active until', value: <EpochText height={untilEpoch} timeMs={untilTimeMs} /> },
          ]}
        />
      </DetailSection>
      {providers.length === 0 ? undefined : (
        <DetailSection
          title={providers.length < providerCount ? `Providers, ${providers.length} of ${formatInteger(providerCount)}` : 'Providers'}
        >
          <div className="col g4">
            {providers.map((provider) => (
              <div key={provider.address} className="row g6">
                <span className="grow">
                  <AddressText address={provider.address} isLink />
                </span>
                <span className="t3">
                  {formatInteger(provider.active)} of {formatCount(provider.deals, 'deal')} active
                </span>
              </div>
            ))}
          </div>
        </DetailSection>
      )}
      {rows.length === 0 ? undefined : (
        <DetailSection
          title={rows.length < deals || rows.length > MAX_DEALS ? `Deals, first ${Math.min(rows.length, MAX_DEALS)}` : 'Deals'}
        >
          <div className="col g4">
            {rows.slice(0, MAX_DEALS).map((row) => (
              <div key={row.key} className="row g6">
                <Link href={`/deals/${row.key}${answer.source === 'dataset' ? '?source=dataset' : ''}`} className="link grow">
                  {row.id}
                </Link>
                <AddressText address={row.provider} />
                <DealStateText state={row.state} />
              </div>
            ))}
          </div>
        </DetailSection>
      )}
    </DetailPane>
  );
}

/** Undefined if the deal list has no filter for it. */
function filterOf({ kind, text, pieceCid }: LookUpResult): string | undefined {
  if (kind === 'piece') return `piece:=${pieceCid ?? text}`;
  if (kind === 'payload') return `label:=${text}`;
  if (kind === 'deal') return `id:${text}`;
  return kind === 'address' ? `(provider:=${text} or client:=${text})` : undefined;
}

function isOf(row: DealLookUp['rows'][number], { kind, text, pieceCid }: LookUpResult): boolean {
  if (kind === 'piece') return row.pieceCid === (pieceCid ?? text);
  if (kind === 'payload') return row.label === text;
  if (kind === 'deal') return row.key === text;
  return kind === 'address' && (row.provider === text || row.client === text);
}
