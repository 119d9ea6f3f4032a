import { IconFolder, IconPlus, IconVariable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Connection, ConnectionOffer } from '../../../shared/ipc/schemas/connections.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import styles from './endpoints.module.css';
import { VaultUnlockNote } from './VaultUnlockNote.tsx';

interface OfferRowProps {
  readonly offer: ConnectionOffer;
  /** Where a storage miner alone can go. */
  readonly connections: readonly Connection[];
}

const accept = (client: AppClient, input: { id: string; connectionId?: string }) => client.connections.acceptOffer(input);

/** A node or a miner that was found on this machine. Its token stays where it is until the offer is taken, and after that too. */
export function OfferRow({ offer, connections }: OfferRowProps) {
  const id = useId();
  const accepting = useCommand(accept);
  const own = connections.filter(({ kind }) => kind === 'custom');
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const target = own.find((connection) => connection.id === chosenId) ?? own[0];
  const isMinerAlone = offer.httpUrl === undefined;
  const Icon = /^[A-Z_]+$/.test(offer.origin.split(' ')[0] ?? '') ? IconVariable : IconFolder;
  return (
    <li>
      <div className={styles.row}>
        <Icon size={16} stroke={1.6} className="t3" aria-hidden="true" />
        <div className={styles.name}>
          <b>
            <UntrustedText text={offer.name} maximumLength={60} />
          </b>
          <span title={offer.origin}>
            {isMinerAlone ? 'a storage miner, from ' : 'from '}
            <UntrustedText text={offer.origin} maximumLength={80} />
          </span>
        </div>
        <div className={styles.urls}>
          <div>
            <UntrustedText text={offer.httpUrl ?? offer.minerUrl ?? ''} maximumLength={200} />
          </div>
          <div className="t3">
            <UntrustedText text={isMinerAlone ? '' : (offer.minerUrl ?? offer.wsUrl ?? '')} maximumLength={200} />
          </div>
        </div>
        <div className={styles.marks}>
          <span className="t3">{offer.hasToken ? 'with its token' : 'without a token'}</span>
          {isMinerAlone && own.length > 0 ? (
            <>
              <label htmlFor={id} className="t3">
                for
              </label>
              <select
                id={id}
                aria-label="Connection that the miner belongs to"
                className={styles.select}
                value={target?.id}
                onChange={(event) => setChosenId(event.currentTarget.value)}
              >
                {own.map((connection) => (
                  <option key={connection.id} value={connection.id}>
                    {connection.name}
                  </option>
                ))}
              </select>
            </>
          ) : undefined}
        </div>
        <div className={styles.actions}>
          <Button
            size="small"
            icon={IconPlus}
            isBusy={accepting.isRunning}
            disabledReason={
              isMinerAlone && target === undefined ? 'It describes no node. Add the node first, then this goes with it.' : undefined
            }
            onClick={() =>
              void accepting.run({ id: offer.id, ...(isMinerAlone && target !== undefined ? { connectionId: target.id } : {}) })
            }
          >
            Add
          </Button>
        </div>
      </div>
      {accepting.error === undefined ? undefined : accepting.error.code === 'vault-locked' ? (
        <VaultUnlockNote title="It was not added" text={accepting.error.message} />
      ) : (
        <Note tone="danger" title="It was not added">
          <UntrustedText text={accepting.error.message} />
        </Note>
      )}
    </li>
  );
}
