import { IconKey } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './send-elsewhere.module.css';

interface PracticeOperatorProps {
  readonly miner: string;
  readonly accounts: readonly Account[];
  readonly onSender: (address: string) => void;
}

const operate = (client: AppClient, given: { readonly miner: string; readonly address: string }) =>
  client.wallet.operatePracticeMiner(given);

/** On a practice chain, makes a key a control address of the miner and the sender of the draft. */
export function PracticeOperator({ miner, accounts, onSender }: PracticeOperatorProps) {
  const [, navigate] = useLocation();
  const hasControl = useTopic('connections.changed', (state) => state?.capabilities.hasControl === true);
  const operating = useCommand(operate);
  if (hasControl !== true) return undefined;
  const account = accounts[0];

  async function begin(address: string): Promise<void> {
    if ((await operating.run({ miner, address })) !== undefined) onSender(address);
  }

  return (
    <>
      <div className={styles.buttons}>
        {account === undefined ? (
          <Button size="small" icon={IconKey} onClick={() => navigate('/accounts')}>
            Create a key for this practice miner
          </Button>
        ) : (
          <Button size="small" icon={IconKey} isBusy={operating.isRunning} onClick={() => void begin(account.address)}>
            Use my key for this practice miner
          </Button>
        )}
      </div>
      <p className={styles.hint}>
        Practice chain only: the owner of {miner} adds your key as a control address and sends it 10 FIL. It can then send the same messages
        as the worker.
      </p>
      {operating.error === undefined ? undefined : (
        <Note tone="danger" title="Could not add your key" isInset>
          <UntrustedText text={operating.error.message} />
        </Note>
      )}
    </>
  );
}
