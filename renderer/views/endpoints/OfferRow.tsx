import { IconPlus, IconVariable } from '@tabler/icons-react';
import type { ConnectionOffer } from '../../../shared/ipc/schemas/connections.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import styles from './endpoints.module.css';

const accept = (client: AppClient, id: string) => client.connections.acceptOffer({ id });

/** A node that the environment names. Its token stays where it is until the offer is taken, and after that too. */
export function OfferRow({ offer }: { readonly offer: ConnectionOffer }) {
  const accepting = useCommand(accept);
  return (
    <li>
      <div className={styles.row}>
        <IconVariable size={16} stroke={1.6} className="t3" aria-hidden="true" />
        <div className={styles.name}>
          <b>{offer.name}</b>
          <span>{offer.variable} in the environment</span>
        </div>
        <div className={styles.urls}>
          <div>{offer.httpUrl}</div>
          <div className="t3">{offer.minerUrl ?? offer.wsUrl}</div>
        </div>
        <div className={styles.marks}>
          <span className="t3">{offer.hasToken ? 'with its token' : 'without a token'}</span>
        </div>
        <div className={styles.actions}>
          <Button size="small" icon={IconPlus} isBusy={accepting.isRunning} onClick={() => void accepting.run(offer.id)}>
            Add
          </Button>
        </div>
      </div>
      {accepting.error === undefined ? undefined : (
        <Note tone="danger" title="It was not added">
          <UntrustedText text={accepting.error.message} />
        </Note>
      )}
    </li>
  );
}
