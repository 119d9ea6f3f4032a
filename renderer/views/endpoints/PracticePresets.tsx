import type { PracticeService, ServiceNetwork } from '../../../shared/ipc/schemas/endpoint-requests.ts';
import { type ConnectionFields, EMPTY_CONNECTION } from './connection-form.ts';
import styles from './endpoints.module.css';

const NETWORKS: readonly { readonly id: ServiceNetwork; readonly title: string; readonly description: string }[] = [
  { id: 'mainnet', title: 'Practice mainnet', description: 'The chain of the embedded node, with the limits of a hosted endpoint.' },
  { id: 'testnet', title: 'Practice testnet', description: 'A separate small network. Starts on first use.' },
  { id: 'hyperspace', title: 'Practice hyperspace', description: 'A separate small network. Starts on first use.' },
];

interface PracticePresetsProps {
  readonly practice: PracticeService;
  readonly onChoose: (fields: ConnectionFields) => void;
}

/** Public endpoints of the practice service. */
export function PracticePresets({ practice, onChoose }: PracticePresetsProps) {
  return (
    <section aria-label="Practice service">
      <h3 className={styles.presetTitle}>Practice service</h3>
      <ul className={styles.presets} aria-label="Practice service presets">
        {NETWORKS.map(({ id, title, description }) => (
          <li key={id}>
            <button type="button" className={styles.preset} onClick={() => onChoose(fieldsOfPractice(practice, id, title))}>
              <span className={styles.presetHead}>
                <b>{title}</b>
              </span>
              <span className={styles.presetText}>{description}</span>
              <span className={styles.presetUrl}>{practice.networks[id].httpUrl}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.text}>
        Three backends behind each endpoint lag by 0 to 3 epochs. Reads and MpoolPush only, the latest 2,000 epochs.
      </p>
    </section>
  );
}

/** The practice service publishes deals and CIDs only for mainnet. */
function fieldsOfPractice(practice: PracticeService, id: ServiceNetwork, name: string): ConnectionFields {
  const fields = { ...EMPTY_CONNECTION, ...practice.networks[id], name };
  return id === 'mainnet' ? { ...fields, dealsDataUrl: practice.deals, cidCheckerUrl: practice.cidChecker } : fields;
}
