import { explainDealMessage, storageDealState } from '../../../shared/domain/deals/storage-deal-state.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './deals.module.css';

interface StorageDealWordsProps {
  /** Code or name. */
  readonly state: number | string;
  readonly message: string;
}

/** Explains a state of the legacy market, and its message. */
export function StorageDealWords({ state, message }: StorageDealWordsProps) {
  const known = storageDealState(state);
  const explained = message === '' ? undefined : explainDealMessage(message);
  return (
    <DetailSection title="Meaning">
      <div className={styles.words}>
        <p>{known === undefined ? 'Unknown state, from another version of the market module.' : known.meaning}</p>
        {known === undefined ? undefined : <p className="t2">{known.fix}</p>}
        {message === '' ? undefined : (
          <Note tone={explained === undefined ? 'info' : 'warning'} title={explained?.title ?? 'Deal message'} isInset>
            {explained === undefined ? undefined : (
              <>
                {explained.cause} {explained.fix}
                <br />
              </>
            )}
            <span className="mono">
              <UntrustedText text={message} maximumLength={600} />
            </span>
          </Note>
        )}
      </div>
    </DetailSection>
  );
}
