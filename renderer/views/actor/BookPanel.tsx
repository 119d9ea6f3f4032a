import { AddressEditor } from '../../components/chain/AddressEditor.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './actor.module.css';

/** The address book entry: label, note, and whether it is watched. */
export function BookPanel({ address }: { readonly address: string }) {
  const isKnown = useTopic('addresses.changed', (entries) => entries !== undefined);
  const entry = useTopic('addresses.changed', (entries) => entries?.find((kept) => kept.address === address));
  return (
    <Panel title="Address book" hasRule>
      <PanelBody>
        <div className={styles.book}>
          {isKnown ? <AddressEditor key={entry === undefined ? 'new' : 'kept'} address={address} entry={entry} /> : undefined}
        </div>
      </PanelBody>
    </Panel>
  );
}
