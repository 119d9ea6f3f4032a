import { useId } from 'react';
import { genesisCidOf, NETWORKS } from '../../../shared/domain/chain/networks.ts';
import { ACTOR_TYPES } from '../../../shared/domain/methods/actor-type.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import type { DraftFields } from './draft.ts';
import styles from './options-panel.module.css';

/** Networks whose genesis is known without a node. */
const KNOWN_NETWORKS = NETWORKS.flatMap(({ name, title }) => {
  const genesisCid = genesisCidOf(name);
  return genesisCid === undefined ? [] : [{ title, genesisCid }];
});

interface OptionsPanelProps {
  readonly fields: DraftFields;
  readonly onChange: (change: Partial<DraftFields>) => void;
}

/** Options for holding a signed message and building it offline. */
export function OptionsPanel({ fields, onChange }: OptionsPanelProps) {
  const id = useId();
  const here = useTopic('chain.headChanged', (head) => head?.genesisCid);
  const hereName = useTopic('chain.headChanged', (head) => head?.networkName);
  const networks = [
    ...(here === undefined || KNOWN_NETWORKS.some(({ genesisCid }) => genesisCid === here)
      ? []
      : [{ title: sanitiseToText(hereName ?? '', 60) || 'This network', genesisCid: here }]),
    ...KNOWN_NETWORKS,
  ];
  const { offline } = fields;
  // A saved draft may be for an unknown network, which must not be replaced by another one.
  if (offline !== undefined && networks.every(({ genesisCid }) => genesisCid !== offline.genesisCid))
    networks.push({
      title: `Not connected (${offline.genesisCid.slice(0, 12)}…${offline.genesisCid.slice(-6)})`,
      genesisCid: offline.genesisCid,
    });

  function setOffline(isOn: boolean): void {
    const genesisCid = here ?? networks[0]?.genesisCid;
    onChange(isOn && genesisCid !== undefined ? { offline: { genesisCid, actorType: 'account' }, isHeld: true } : { offline: undefined });
  }

  return (
    <Panel title="After signing">
      <div className={styles.options}>
        <label htmlFor={`${id}-held`}>
          <input
            id={`${id}-held`}
            type="checkbox"
            checked={fields.isHeld || offline !== undefined}
            disabled={offline !== undefined}
            onChange={(event) => onChange({ isHeld: event.currentTarget.checked })}
          />
          Sign and hold: export or push later
        </label>
        <label htmlFor={`${id}-offline`}>
          <input
            id={`${id}-offline`}
            type="checkbox"
            checked={offline !== undefined}
            onChange={(event) => setOffline(event.currentTarget.checked)}
          />
          Build offline: enter nonce and fees by hand
        </label>
        {offline === undefined ? undefined : (
          <div className={styles.choices}>
            <label htmlFor={`${id}-network`}>Network</label>
            <select
              id={`${id}-network`}
              value={offline.genesisCid}
              onChange={(event) => onChange({ offline: { ...offline, genesisCid: event.currentTarget.value } })}
            >
              {networks.map(({ title, genesisCid }) => (
                <option key={genesisCid} value={genesisCid}>
                  {title}
                </option>
              ))}
            </select>
            <p className={styles.choiceNote}>
              Private networks are listed while their node is connected. f410f accounts cannot build offline for a private network: the
              signature needs its chain ID.
            </p>
            <label htmlFor={`${id}-actor`}>Recipient type</label>
            <select
              id={`${id}-actor`}
              value={offline.actorType ?? 'account'}
              onChange={(event) => onChange({ offline: { ...offline, actorType: event.currentTarget.value } })}
            >
              {ACTOR_TYPES.map((type) => (
                <option key={type} value={type}>
                  {type}
                </option>
              ))}
            </select>
          </div>
        )}
      </div>
    </Panel>
  );
}
