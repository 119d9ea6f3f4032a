import type { JournalStage } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './journal.module.css';

/** Parameters and return value of an executed call, from the connected node; for a new actor, its address. */
export function EffectSection({ cid, stage }: { readonly cid: string; readonly stage: JournalStage }) {
  // Until it is final, another tipset may execute it with another result, so each stage is a new query.
  const query = useQuery(`effect ${cid} ${stage}`, (client) => client.chain.getMessage({ cid }));
  return (
    <DetailSection title="Effect">
      <QueryContent query={query}>
        {({ params, execution, methodName }) => (
          <>
            <p className={styles.hint}>Parameters</p>
            <DecodedTree view={params} label="Decoded parameters" isMethodKnown={methodName !== undefined} />
            {execution === undefined ? undefined : (
              <>
                <p className={styles.hint}>Returned, exit code {formatInteger(execution.exitCode)}</p>
                <DecodedTree view={execution.returned} label="Decoded return value" isMethodKnown={methodName !== undefined} />
              </>
            )}
          </>
        )}
      </QueryContent>
    </DetailSection>
  );
}
