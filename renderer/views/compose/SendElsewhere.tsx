import { useMemo, useState } from 'react';
import { sendCommands } from '../../../shared/domain/messages/send-command.ts';
import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { PracticeOperator } from './PracticeOperator.tsx';
import styles from './send-elsewhere.module.css';
import { UnsignedMessage } from './UnsignedMessage.tsx';

interface SendElsewhereProps {
  readonly review: DraftReview;
  /** Remounts for another draft. */
  readonly draftKey: string;
  readonly method: string;
  readonly accounts: readonly Account[];
  readonly onSender: (address: string) => void;
}

/** Whether the sender's key is not on this machine. */
export function isKeyElsewhere(review: DraftReview): boolean {
  return review.checks.some(({ id, result }) => id === 'key' && result === 'fail');
}

/** Options for a draft whose key is elsewhere: a command to send it, and the unsigned message. */
export function SendElsewhere({ review, draftKey, method, accounts, onSender }: SendElsewhereProps) {
  const { message, sender, recipient } = review;
  const commands = useMemo(
    () =>
      message === undefined || sender === undefined || recipient === undefined
        ? []
        : sendCommands({
            from: sender.address,
            to: recipient.address,
            value: BigInt(message.value),
            method,
            paramsHex: message.paramsHex,
            actorType: recipient.actorType,
          }),
    [message, sender, recipient, method],
  );
  const [chosen, setChosen] = useState('lotus');
  const shown = commands.find(({ tool }) => tool === chosen) ?? commands[0];
  return (
    <Panel
      title="Send with another wallet"
      sub="the sender’s key is not on this machine"
      hasRule
      actions={
        commands.length < 2 ? undefined : (
          <SegmentedControl
            label="Command"
            options={commands.map(({ tool }) => ({ value: tool, label: tool }))}
            value={shown?.tool ?? 'lotus'}
            onChange={setChosen}
          />
        )
      }
    >
      <div className={styles.ways}>
        {shown === undefined ? (
          <p className={styles.hint}>The command appears once the message is complete.</p>
        ) : (
          <>
            <div className={styles.command}>
              <code>{shown.command}</code>
              <CopyButton text={shown.command} label="Copy command" hasLabel />
            </div>
            <p className={styles.hint}>{shown.note}</p>
          </>
        )}
        {message === undefined ? undefined : <UnsignedMessage key={draftKey} message={message} />}
        {recipient?.actorType === 'storageminer' ? (
          <PracticeOperator miner={recipient.address} accounts={accounts} onSender={onSender} />
        ) : undefined}
      </div>
    </Panel>
  );
}
