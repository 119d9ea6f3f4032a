import { IconChevronDown, IconChevronUp, IconPencil } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { formatFil } from '../../../shared/domain/amounts/amount.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MessageTrace, Refusal } from '../../../shared/ipc/schemas/message-inside.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';
import styles from './message.module.css';
import { callName, refusalFixes, whyWords } from './message-words.ts';

interface CallPaneProps {
  readonly trace: MessageTrace;
  readonly index: number;
  readonly calls: readonly CallRef[];
  readonly onSelect: (index: number | undefined) => void;
}

/** One call of a message: result, parameters, return value and fixes. */
export function CallPane({ trace, index, calls, onSelect }: CallPaneProps) {
  const call = trace.calls[index];
  const refusal = index === trace.failedAt ? trace.refusal : undefined;
  const draft = useOwnDraft(refusal, call);
  if (call === undefined) return undefined;
  const innerCount = trace.calls.length - 1 + trace.omittedCount;
  const step = (to: number) => () => onSelect(to);
  return (
    <DetailPane
      title={callName(call)}
      sub={call.depth === 0 ? 'Top-level call' : `Sub-call ${formatInteger(index)} of ${formatInteger(innerCount)}`}
      onClose={() => onSelect(undefined)}
      actions={
        <>
          <Button
            kind="quiet"
            size="small"
            icon={IconChevronUp}
            isIconOnly
            disabledReason={index === 0 ? 'This is the first call' : undefined}
            onClick={step(index - 1)}
          >
            Previous call
          </Button>
          <Button
            kind="quiet"
            size="small"
            icon={IconChevronDown}
            isIconOnly
            disabledReason={index === trace.calls.length - 1 ? 'This is the last call' : undefined}
            onClick={step(index + 1)}
          >
            Next call
          </Button>
        </>
      }
      footer={
        draft === undefined ? undefined : (
          <Button kind="primary" icon={IconPencil} onClick={draft.open}>
            {`Draft as ${draft.role}`}
          </Button>
        )
      }
    >
      <DetailSection title="Result">
        <Badge tone={call.exitCode !== 0 ? 'danger' : call.isUndone ? 'warning' : 'success'}>
          Exit {call.exitCode}, {sanitiseToText(call.exitName, 60)}
        </Badge>
        <p className={styles.words}>
          <UntrustedText
            text={resultText(call.exitCode === 0, call.isUndone, call.failure?.meaning, whyWords(call, refusal))}
            maximumLength={800}
          />
        </p>
      </DetailSection>
      <DetailSection title="Call">
        <KeyValue
          labelWidthPx={120}
          rows={[
            { label: 'From', value: <AddressText address={call.from} hasCopy /> },
            { label: 'To', value: <AddressText address={call.to} hasCopy /> },
            call.toId === undefined || call.toId === call.to
              ? undefined
              : { label: 'ID address', value: <AddressText address={call.toId} hasCopy /> },
            call.actorType === undefined
              ? undefined
              : { label: 'Actor', value: <UntrustedText text={call.actorType} maximumLength={40} /> },
            { label: 'Method', value: formatInteger(call.method) },
            { label: 'Value', value: <AmountText value={call.value} /> },
            {
              label: 'Gas used',
              value: call.gasUsed === undefined ? <span className="t3">unknown</span> : formatInteger(call.gasUsed),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title="Parameters">
        {call.params === undefined ? (
          <span className="t3">empty</span>
        ) : (
          <DecodedTree
            label="Decoded parameters of the call"
            view={call.params}
            isMethodKnown={call.methodName !== undefined}
            isTransfer={call.method === '0'}
          />
        )}
      </DetailSection>
      <DetailSection title="Return" calls={calls}>
        {call.returned === undefined ? (
          <span className="t3">empty</span>
        ) : (
          <DecodedTree label="Decoded return value of the call" view={call.returned} isMethodKnown={call.methodName !== undefined} />
        )}
      </DetailSection>
      {call.failure === undefined ? undefined : (
        <DetailSection title="What to do">
          <ol className={styles.steps}>
            {draft === undefined ? undefined : (
              <li>
                Send the same call from the {draft.role} <AddressText address={draft.from} />, whose key is on this machine.
              </li>
            )}
            {(refusal === undefined ? [call.failure.fix] : refusalFixes(refusal).slice(draft === undefined ? 0 : 1)).map((fix) => (
              <li key={fix}>
                <UntrustedText text={fix} maximumLength={400} />
              </li>
            ))}
          </ol>
        </DetailSection>
      )}
    </DetailPane>
  );
}

function resultText(isSuccess: boolean, isUndone: boolean, meaning: string | undefined, why: string): string {
  if (isSuccess) return isUndone ? 'The call succeeded, but an outer call failed and reverted it.' : 'The call succeeded.';
  const cause = why === meaning ? '' : ` ${why.charAt(0).toUpperCase()}${why.slice(1)}`;
  return `${meaning ?? ''}${cause}`;
}

/** A draft of the same call from a local key that the miner accepts. */
function useOwnDraft(refusal: Refusal | undefined, call: MessageTrace['calls'][number] | undefined) {
  const [, navigate] = useLocation();
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const own = refusal?.allowed.find(({ address, key }) => accounts?.some((account) => account.address === (key ?? address)));
  if (refusal === undefined || own === undefined || call === undefined) return undefined;
  const from = own.key ?? own.address;
  return {
    from,
    role: own.role === 'control' ? 'control address' : own.role,
    open: () => {
      handOverDraft({
        from,
        to: refusal.miner,
        value: formatFil(BigInt(call.value)),
        method: call.method,
        params: refusal.paramsHex === '' ? { kind: 'none' } : { kind: 'bytes', encoding: 'hex', text: refusal.paramsHex },
      });
      navigate('/compose');
    },
  };
}
