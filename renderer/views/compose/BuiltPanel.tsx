import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { HashText } from '../../components/HashText.tsx';
import { Panel } from '../../components/Panel.tsx';
import styles from './compose.module.css';

/** The bytes as this machine built them: nothing of them comes from the node. */
export function BuiltPanel({ message }: { readonly message: NonNullable<DraftReview['message']> }) {
  return (
    <div className={styles.section}>
      <Panel title="Built on this machine" sub={formatCount(message.bytesHex.length / 2, 'byte')}>
        <dl className={styles.built}>
          <dt>Unsigned CID</dt>
          <dd>
            <HashText cid={message.cid} size="detail" hasCopy />
          </dd>
          <dt>Bytes, CBOR</dt>
          <dd className={styles.hex}>{(message.bytesHex.match(/.{1,4}/g) ?? []).join(' ')}</dd>
        </dl>
      </Panel>
    </div>
  );
}
