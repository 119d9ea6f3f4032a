import { ENDPOINT_PRESETS, type EndpointPreset } from '../../../shared/rpc/endpoint-presets.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import styles from './endpoints.module.css';

/** Presets of public endpoints. Choosing one fills in the form and contacts no endpoint. */
export function PresetList({ onChoose }: { readonly onChoose: (preset: EndpointPreset) => void }) {
  return (
    <>
      <ul className={styles.presets} aria-label="Presets">
        {ENDPOINT_PRESETS.filter(({ id }) => id !== 'embedded').map((preset) => (
          <li key={preset.id}>
            <button type="button" className={styles.preset} onClick={() => onChoose(preset)}>
              <span className={styles.presetHead}>
                <b>{preset.title}</b>
                {preset.operator === undefined ? undefined : <Badge>{`third party: ${preset.operator}`}</Badge>}
                {preset.isRetired ? <Badge tone="warning">retired</Badge> : undefined}
              </span>
              <span className={styles.presetText}>{preset.description}</span>
              {preset.defaults === undefined ? undefined : <span className={styles.presetUrl}>{preset.defaults.httpUrl}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.text}>
        URLs from the Filecoin and Lotus documentation. Their operators are independent of Sextant and see your calls. You can edit each URL
        before saving.
      </p>
    </>
  );
}
