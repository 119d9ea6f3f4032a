import { Link } from 'wouter';
import type { DealPage, DealSelection } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { DatasetExport } from './DatasetExport.tsx';
import styles from './deals.module.css';

const SOURCES = [
  { value: 'node', label: 'Node' },
  { value: 'dataset', label: 'Dataset' },
] as const;

const FORMS = ['csv', 'parquet'] as const;
const UNIT = ['deal', 'deals'] as const;

interface DealSourceProps {
  readonly source: 'dataset' | undefined;
  readonly page: DealPage | undefined;
  /** Selection of the list. */
  readonly selection: DealSelection;
  readonly onSource: (source: 'dataset' | undefined) => void;
}

/** Source of the list, the epoch of its data, and the switch between sources. */
export function DealSource({ source, page, selection, onSource }: DealSourceProps) {
  // After a switch, the page is the previous source's until the new one has answered.
  const isAnswered = page !== undefined && (page.source === 'dataset') === (source === 'dataset');
  return (
    <Toolbar>
      <SegmentedControl
        label="Deal source"
        value={source ?? 'node'}
        onChange={(next) => onSource(next === 'dataset' ? next : undefined)}
        options={SOURCES}
      />
      <span className="t2 s12">{isAnswered ? <SourceWords page={page} /> : undefined}</span>
      {isAnswered && source === 'dataset' ? (
        <span className={styles.atEnd}>
          <DatasetExport
            what="deals"
            forms={FORMS}
            unit={UNIT}
            disabledReason={page.matching === 0 ? 'No deal matches.' : undefined}
            start={(client, form) => client.deals.startExport({ ...withoutSource(selection), form })}
          />
        </span>
      ) : undefined}
    </Toolbar>
  );
}

function SourceWords({ page: { source, asOf, pinned, gaps } }: { readonly page: DealPage }) {
  if (source === 'dataset' && asOf !== undefined) {
    const missing = gaps.find(({ what }) => what === 'claims');
    return (
      <>
        {missing === undefined ? 'Deals, claims and allocations' : 'f05 deals'}
        {asOf.host === undefined ? '' : ` on ${asOf.host}`}, as of epoch {formatInteger(asOf.epoch)}
        {asOf.writtenAtMs === undefined ? undefined : (
          <>
            , file written <TimeText timeMs={asOf.writtenAtMs} />
          </>
        )}
        . States as of epoch {formatInteger(pinned.height)}; sector faults unknown.{' '}
        {missing === undefined ? undefined : (
          <>
            Claims and allocations missing: <UntrustedText text={missing.problem.message} maximumLength={200} />{' '}
          </>
        )}
        <Link href="/deals/dataset" className="link">
          Update
        </Link>
      </>
    );
  }
  const words = { market: 'Whole market', calls: 'Claims and allocations', state: 'Read from state' };
  return (
    <>
      {source === 'dataset' ? 'Dataset' : words[source]}, as of epoch {formatInteger(pinned.height)}
    </>
  );
}

function withoutSource({ source: _, ...selection }: DealSelection): Omit<DealSelection, 'source'> {
  return selection;
}
