import type { ReactNode } from 'react';
import { expectedBlocks } from '../../../shared/domain/chain/expected-blocks.ts';
import type { HeadState, Overview } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { gasText } from '../../lib/gas-text.ts';
import { EndpointsTable } from './EndpointsTable.tsx';
import styles from './overview.module.css';

interface NodePanelProps {
  readonly head: HeadState | undefined;
  readonly overview: Overview | undefined;
}

/** Health of the endpoints and figures of the connected one. */
export function NodePanel({ head, overview }: NodePanelProps) {
  const missingCount = useTopic('connections.changed', (state) => state?.capabilities.missingMethods.length);
  if (head === undefined) {
    return (
      <Panel title="Node health">
        <SkeletonRows rows={5} columns={2} />
      </Panel>
    );
  }
  const isDown = head.status === 'failed';
  const mempool = overview?.mempool;
  return (
    <Panel title="Node health" calls={head.calls.head === undefined ? undefined : [head.calls.head]}>
      <EndpointsTable head={head} />
      <div className={styles.afterTable} />
      <PanelBody>
        <KeyValue
          labelWidthPx={118}
          rows={[
            {
              label: 'Blocks per epoch',
              value: (
                <LastKnown isDown={isDown}>
                  <BlocksAnEpoch head={head} />
                </LastKnown>
              ),
            },
            mempool === undefined
              ? undefined
              : 'error' in mempool
                ? {
                    label: 'Mempool',
                    value: <span className="t3">{isDown ? 'unknown while the endpoint is not responding' : mempool.error.message}</span>,
                    isWrapped: true,
                  }
                : {
                    label: 'Mempool',
                    value: (
                      <CallsContext value={mempool.calls}>
                        <span className="row">
                          <Traced of="MpoolPending">{formatCount(mempool.value.messageCount, 'message')}</Traced>
                          <span className="t3">{gasText(mempool.value.gasLimitTotal)}</span>
                          {isDown ? <span className="t3 nw">last known</span> : undefined}
                          <CallLink calls={mempool.calls} />
                        </span>
                      </CallsContext>
                    ),
                  },
            missingCount === undefined || missingCount === 0
              ? undefined
              : { label: 'Not served', value: `${formatCount(missingCount, 'method')}` },
            head.software === undefined
              ? undefined
              : {
                  label: 'Software',
                  value: (
                    <LastKnown isDown={isDown}>
                      <UntrustedText text={head.software} maximumLength={80} />
                    </LastKnown>
                  ),
                  isWrapped: true,
                },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** The last known value of a node that is not responding. */
function LastKnown({ isDown, children }: { readonly isDown: boolean; readonly children: ReactNode }) {
  if (!isDown) return <>{children}</>;
  return (
    <span className="t2">
      {children}
      <span className="t3 nw">, last known</span>
    </span>
  );
}

function BlocksAnEpoch({ head }: { readonly head: HeadState }) {
  const epochCount = head.strip.length;
  const expected = expectedBlocks(head.networkName);
  if (epochCount === 0) return <>unknown</>;
  const blockCount = head.strip.reduce((sum, entry) => sum + entry.blocks.length, 0);
  const hundredths = Math.round((blockCount * 100) / epochCount);
  return (
    <>
      {(hundredths / 100).toFixed(2)}{' '}
      <span className="t3">
        last {epochCount}
        {expected === undefined ? '' : `, ${expected} expected`}
      </span>
    </>
  );
}
