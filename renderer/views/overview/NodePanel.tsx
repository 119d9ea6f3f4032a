import type { ReactNode } from 'react';
import type { HeadState, Overview } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { CallLink } from '../../components/CallLink.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { aheadMs, aheadText } from '../../lib/chain-clock.ts';
import { expectedBlocks } from '../../lib/expected-blocks.ts';
import { failureWords, type HealthWords } from '../../lib/head-words.ts';

const STATES: Readonly<Record<Exclude<HeadState['status'], 'failed'>, HealthWords>> = {
  connecting: { tone: 'pending', words: 'Connecting' },
  live: { tone: 'success', words: 'Healthy, sends its tipsets' },
  polling: { tone: 'success', words: 'Healthy, asked again and again' },
  stale: { tone: 'warning', words: 'No new tipset' },
};

function sentenceCase({ tone, words }: HealthWords): HealthWords {
  return { tone, words: words.charAt(0).toUpperCase() + words.slice(1) };
}

interface NodePanelProps {
  readonly head: HeadState | undefined;
  readonly overview: Overview | undefined;
}

/** How the connected node does. */
export function NodePanel({ head, overview }: NodePanelProps) {
  const capabilities = useTopic('connections.changed', (state) => state?.capabilities);
  const nowMs = useNow();
  if (head === undefined) {
    return (
      <Panel title="Node health">
        <SkeletonRows rows={5} columns={2} />
      </Panel>
    );
  }
  const state = stateWords(head, aheadMs(head.head?.timeMs, nowMs, capabilities));
  const isDown = head.status === 'failed';
  const mempool = overview?.mempool;
  return (
    <Panel title="Node health" calls={head.calls.head === undefined ? undefined : [head.calls.head]}>
      <PanelBody>
        <KeyValue
          labelWidthPx={118}
          rows={[
            { label: 'Endpoint', value: <UntrustedText text={head.connectionName} maximumLength={60} /> },
            { label: 'State', value: <StatusText tone={state.tone}>{state.words}</StatusText>, isWrapped: true },
            head.latencyMs === undefined
              ? undefined
              : { label: 'Reply', value: <LastKnown isDown={isDown}>{formatLatency(head.latencyMs)}</LastKnown> },
            {
              label: 'Blocks an epoch',
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
                    value: <span className="t3">{isDown ? 'not known while it does not answer' : mempool.error.message}</span>,
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

/** A node that answers is healthy unless its head cannot be from now. */
function stateWords(head: HeadState, ahead: number | undefined): HealthWords {
  if (head.status === 'failed') return sentenceCase(failureWords(head.problem?.code));
  if (ahead === undefined || head.status === 'stale' || head.status === 'connecting') return STATES[head.status];
  return { tone: 'warning', words: `Answers, but its head is ${aheadText(ahead)}` };
}

/** What a node that no longer answers said last. */
function LastKnown({ isDown, children }: { readonly isDown: boolean; readonly children: ReactNode }) {
  if (!isDown) return <>{children}</>;
  return (
    <span className="t2">
      {children}
      <LastKnownMark />
    </span>
  );
}

function LastKnownMark() {
  return <span className="t3 nw">, last known</span>;
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

/** A sum of gas limits, in billions where it has them: a block holds 10 G. */
function gasText(gas: string): string {
  const total = BigInt(gas);
  return total < 1_000_000_000n ? `${formatInteger(total)} gas` : `${(Number(total / 10_000_000n) / 100).toFixed(2)} G gas`;
}
