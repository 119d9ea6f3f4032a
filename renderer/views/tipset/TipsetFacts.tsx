import { Link } from 'wouter';
import type { Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { FeeText } from '../../components/values/FeeText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { finalityDetails, finalizedBy } from '../../lib/finality-words.ts';
import styles from './tipset.module.css';
import { tipsetOrigins } from './tipset-origins.ts';
import { tipsetPath } from './tipset-question.ts';

export function TipsetFacts({ tipset }: { readonly tipset: Tipset }) {
  const winCount = tipset.blocks.reduce((sum, block) => sum + block.winCount, 0);
  return (
    <Panel title="Facts" calls={tipset.calls} hasRule>
      <PanelBody>
        <div className={styles.facts}>
          <KeyValue
            labelWidthPx={96}
            rows={[
              { label: 'Epoch', value: <Traced of={tipsetOrigins(tipset, 'Height')}>{formatInteger(tipset.ref.height)}</Traced> },
              {
                label: 'Time',
                isWrapped: true,
                value: (
                  <>
                    <TimeText timeMs={tipset.ref.timeMs} as="full" />{' '}
                    <span className="t3">
                      <TimeText timeMs={tipset.ref.timeMs} isChainTime />
                    </span>
                  </>
                ),
              },
              {
                label: 'Blocks',
                value: (
                  <Traced of={tipsetOrigins(tipset, 'Blocks')}>
                    {formatInteger(tipset.blocks.length)}, {formatCount(winCount, 'win')}
                  </Traced>
                ),
              },
              { label: 'Null rounds', value: nullRoundWords(tipset) },
              { label: 'Gas', isWrapped: true, value: <GasUsed tipset={tipset} /> },
            ]}
          />
          <KeyValue
            labelWidthPx={96}
            rows={[
              {
                label: 'Base fee',
                value: (
                  <Traced of={tipsetOrigins(tipset, 'Blocks[0].ParentBaseFee')}>
                    <FeeText value={tipset.baseFee} />
                  </Traced>
                ),
              },
              { label: 'Final', value: <Finality tipset={tipset} />, isWrapped: true },
              {
                label: 'Parent weight',
                value: <Traced of={tipsetOrigins(tipset, 'Blocks[0].ParentWeight')}>{formatInteger(tipset.parentWeight)}</Traced>,
              },
              {
                label: 'Parents',
                isWrapped: true,
                value:
                  tipset.parents.length === 0 ? (
                    'none, this is genesis'
                  ) : (
                    <Link href={tipsetPath(tipset.parents)} className={styles.parents}>
                      {tipset.parents.map((cid) => (
                        <HashText key={cid} cid={cid} />
                      ))}
                    </Link>
                  ),
              },
            ]}
          />
        </div>
      </PanelBody>
    </Panel>
  );
}

/** Null rounds on either side; unknown if the neighbour is. */
function nullRoundWords({ ref, previousHeight, nextHeight }: Tipset): string {
  const before =
    ref.height === 0 ? undefined : previousHeight === undefined ? 'unknown before' : sideWords(ref.height - previousHeight - 1, 'before');
  const after = nextHeight === undefined ? undefined : sideWords(nextHeight - ref.height - 1, 'after');
  return [before, after].filter((words) => words !== undefined).join(', ');
}

function sideWords(count: number, side: 'before' | 'after'): string {
  return `${count === 0 ? 'none' : formatInteger(count)} ${side}`;
}

function GasUsed({ tipset }: { readonly tipset: Tipset }) {
  const rows = partOf(tipset.messages);
  const executed = rows?.filter(({ receipt }) => receipt !== undefined) ?? [];
  if (rows === undefined || (rows.length > 0 && executed.length === 0)) return <span className="t3">not executed yet</span>;
  const used = executed.reduce((sum, { receipt }) => sum + BigInt(receipt?.gasUsed ?? '0'), 0n);
  const limit = rows.reduce((sum, { gasLimit }) => sum + BigInt(gasLimit), 0n);
  return (
    <>
      {formatInteger(used)} <span className="t3">used of {formatInteger(limit)} gas limit</span>
    </>
  );
}

function Finality({ tipset }: { readonly tipset: Tipset }) {
  const finalized = useTopic('chain.headChanged', (head) => head?.finalized);
  if (tipset.isCanonical === false) return <StatusText tone="warning">Reverted</StatusText>;
  if (finalized === undefined) return <span className="t3">unknown</span>;
  const { height } = tipset.ref;
  const isSafe = height <= (finalized.status?.safeHeight ?? -1);
  const by = finalizedBy(finalized);
  return (
    <>
      {height > finalized.height ? (
        <StatusText tone="pending">{isSafe ? 'Safe, not final' : 'No'}</StatusText>
      ) : (
        <StatusText tone="success">{by === 'depth' ? 'Yes, 900 epochs deep' : `Yes, by ${by}`}</StatusText>
      )}
      <div className="t3 s12">{finalityDetails(finalized)}</div>
    </>
  );
}
