import { useState } from 'react';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { MessageEvent, MessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import { numbered } from '../../../shared/text/decoded-words.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './message.module.css';
import { receiptOrigins } from './message-origins.ts';
import { useBytesForm } from './use-bytes-form.tsx';

/** Shown first; the rest on demand. */
const FIRST_EVENTS = 8;

interface ReturnPanelProps {
  readonly message: Message;
  /** Undefined while loading. */
  readonly inside: MessageInside | undefined;
  readonly onRetry: () => void;
}

/** Exit code, return value and events of the execution. */
export function ReturnPanel({ message, inside, onRetry }: ReturnPanelProps) {
  const { execution } = message;
  const form = useBytesForm('Return value format', execution?.returnHex ?? '');
  return (
    <Panel title="Return and events" hasRule calls={[...message.calls.receipt, ...(callsOf(inside?.events) ?? [])]} actions={form.control}>
      <PanelBody>
        {execution === undefined ? (
          <span className="t3">Available after execution.</span>
        ) : (
          <KeyValue
            labelWidthPx={88}
            rows={[
              {
                label: 'Exit',
                value: (
                  <>
                    <Traced of={receiptOrigins('ExitCode')}>{execution.exitCode}</Traced>{' '}
                    <span className="t3">{sanitiseToText(execution.exitName, 60)}</span>
                  </>
                ),
              },
              {
                label: 'Return',
                isWrapped: true,
                value:
                  execution.returnHex === '' ? (
                    <span className="t3">empty</span>
                  ) : (
                    form.show(
                      <DecodedTree
                        label="Decoded return value"
                        view={execution.returned}
                        isMethodKnown={message.methodName !== undefined}
                      />,
                    )
                  ),
              },
              {
                label: 'Events',
                isWrapped: true,
                value:
                  execution.eventsRoot === undefined ? (
                    <span className="t3">none</span>
                  ) : (
                    <PanelContent panel={inside?.events} onRetry={onRetry} waiting={<SkeletonRows rows={2} columns={3} />}>
                      {({ events, omittedCount }) => <Events events={events} omittedCount={omittedCount} />}
                    </PanelContent>
                  ),
              },
            ]}
          />
        )}
      </PanelBody>
    </Panel>
  );
}

function Events({ events, omittedCount }: { readonly events: readonly MessageEvent[]; readonly omittedCount: number }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, FIRST_EVENTS);
  return (
    <>
      <ol className={styles.events}>
        {numbered(shown).map(({ place, item: event }) => (
          <li key={place}>
            <div>
              <span className="m">
                <UntrustedText text={event.name ?? (event.kind === 'log' ? 'Log' : 'Event')} maximumLength={120} />
              </span>{' '}
              <span className="t3">{event.kind === 'log' ? 'log by' : 'by'}</span> <AddressText address={event.emitter} />
            </div>
            <DecodedTree label={`Content of event ${place}`} view={event.content} isMethodKnown />
          </li>
        ))}
      </ol>
      {shown.length < events.length ? (
        <Button size="small" kind="quiet" onClick={() => setIsWhole(true)}>
          {`Show all ${formatCount(events.length, 'event')}`}
        </Button>
      ) : undefined}
      {omittedCount === 0 ? undefined : <p className="t3">{formatCount(omittedCount, 'more event')}, not shown.</p>}
    </>
  );
}
