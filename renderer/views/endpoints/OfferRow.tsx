import { IconFolder, IconPlus, IconVariable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Connection, ConnectionOffer } from '../../../shared/ipc/schemas/connections.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import styles from './endpoints.module.css';
import { VaultUnlockNote } from './VaultUnlockNote.tsx';

interface OfferRowProps {
  readonly offer: ConnectionOffer;
  /** The endpoints to which a storage miner can be added. */
  readonly connections: readonly Connection[];
}

const accept = (client: AppClient, input: { id: string; connectionId?: string }) => client.connections.acceptOffer(input);

/** A node or miner found on this machine. Its token is not read until the offer is accepted. */
export function OfferRow({ offer, connections }: OfferRowProps) {
  const id = useId();
  const accepting = useCommand(accept);
  const own = connections.filter(({ kind }) => kind === 'custom');
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const target = own.find((connection) => connection.id === chosenId) ?? own[0];
  const isMinerOnly = offer.httpUrl === undefined;
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
            {isMinerOnly ? 'storage miner from ' : 'from '}
            <UntrustedText text={offer.origin} maximumLength={80} />
          </span>
        </div>
        <div className={styles.urls}>
          <div>
            <UntrustedText text={offer.httpUrl ?? offer.minerUrl ?? ''} maximumLength={200} />
          </div>
          <div className="t3">
            <UntrustedText text={isMinerOnly ? '' : (offer.minerUrl ?? offer.wsUrl ?? '')} maximumLength={200} />
          </div>
        </div>
        <div className={styles.marks}>
          <span className="t3">{offer.hasToken ? 'with token' : 'no token'}</span>
          {isMinerOnly && own.length > 0 ? (
            <>
              <label htmlFor={id} className="t3">
                for
              </label>
              <select
                id={id}
                aria-label="Endpoint of this miner"
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
            disabledReason={isMinerOnly && target === undefined ? 'Add a node first. A storage miner needs a node.' : undefined}
            onClick={() =>
              void accepting.run({ id: offer.id, ...(isMinerOnly && target !== undefined ? { connectionId: target.id } : {}) })
            }
          >
            Add
          </Button>
        </div>
      </div>
      {accepting.error === undefined ? undefined : accepting.error.code === 'vault-locked' ? (
        <VaultUnlockNote title="Could not add the endpoint" text={accepting.error.message} />
      ) : (
        <Note tone="danger" title="Could not add the endpoint">
          <UntrustedText text={accepting.error.message} />
        </Note>
      )}
    </li>
  );
}
