import { IconCode } from '@tabler/icons-react';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { MessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import styles from './message.module.css';
import { callName, fieldOf } from './message-words.ts';
import { useBytesForm } from './use-bytes-form.tsx';

interface ParametersPanelProps {
  readonly message: Message;
  /** The proposal that the message approves, if any. */
  readonly proposal: MessageInside['proposal'];
  readonly onRetry: () => void;
}

/** Parameters of the message, and the multisig proposal they refer to. */
export function ParametersPanel({ message, proposal, onRetry }: ParametersPanelProps) {
  const form = useBytesForm('Parameters format', message.paramsHex);
  const isEmpty = message.paramsHex === '';
  return (
    <Panel
      title="Parameters"
      sub={
        isEmpty || message.toActor === undefined || message.params.form !== 'typed'
          ? undefined
          : `decoded as ${sanitiseToText(message.toActor, 40)}`
      }
      actions={form.control}
    >
      {isEmpty ? (
        <PanelState icon={IconCode} title="No parameters" />
      ) : (
        <PanelBody>
          {form.show(
            <DecodedTree
              label="Decoded parameters"
              view={message.params}
              isMethodKnown={message.methodName !== undefined}
              isTransfer={message.method === '0'}
            />,
          )}
          {proposal === undefined ? undefined : <NamedProposal message={message} proposal={proposal} onRetry={onRetry} />}
        </PanelBody>
      )}
    </Panel>
  );
}

const HASH_WORDS = {
  matches: 'Proposal (hash verified):',
  absent: 'Proposal (by transaction ID, without hash):',
  differs: 'This transaction ID belongs to a different proposal:',
} as const;

interface NamedProposalProps {
  readonly message: Message;
  readonly proposal: NonNullable<MessageInside['proposal']>;
  readonly onRetry: () => void;
}

function NamedProposal({ message, proposal: panel, onRetry }: NamedProposalProps) {
  const applied = fieldOf(message.execution?.returned.value, 'Applied');
  const isLast = applied?.kind === 'boolean' && applied.value;
  return (
    <CallsContext value={callsOf(panel) ?? []}>
      <div className={styles.proposal}>
        <PanelContent panel={panel} onRetry={onRetry}>
          {({ proposal, hash, threshold }) => (
            <>
              {hash === 'differs' ? (
                <StatusText tone="danger">{HASH_WORDS[hash]}</StatusText>
              ) : (
                <span className="s12 t3">{HASH_WORDS[hash]}</span>
              )}
              <KeyValue
                labelWidthPx={120}
                rows={[
                  {
                    label: 'Call',
                    value: (
                      <>
                        <span className="m">{callName(proposal)}</span> on <AddressText address={proposal.to} />
                      </>
                    ),
                  },
                  proposal.value === '0' ? undefined : { label: 'Value', value: <AmountText value={proposal.value} /> },
                ]}
              />
              {proposal.params.value === undefined ? undefined : (
                <DecodedTree
                  label="Decoded parameters of the proposal"
                  view={proposal.params}
                  isMethodKnown={proposal.methodName !== undefined}
                  isTransfer={proposal.method === '0'}
                />
              )}
              <KeyValue
                labelWidthPx={120}
                rows={[
                  proposal.approved[0] === undefined
                    ? undefined
                    : { label: 'Proposed by', value: <AddressText address={proposal.approved[0]} /> },
                  {
                    label: 'Prior approvals',
                    value: (
                      <>
                        {formatInteger(proposal.approved.length)}
                        {threshold === undefined ? undefined : ` of ${formatInteger(threshold)}`}
                        {isLast ? <span className="t3">, threshold reached</span> : undefined}
                      </>
                    ),
                  },
                ]}
              />
            </>
          )}
        </PanelContent>
      </div>
    </CallsContext>
  );
}
