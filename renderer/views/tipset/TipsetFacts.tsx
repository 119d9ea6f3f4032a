import { Link } from 'wouter';
import type { Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { FeeText } from '../../components/FeeText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { Traced } from '../../components/Traced.tsx';
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
                    {formatInteger(tipset.blocks.length)}, {formatInteger(winCount)} wins
                  </Traced>
                ),
              },
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
