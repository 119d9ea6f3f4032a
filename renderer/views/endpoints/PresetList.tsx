import { ENDPOINT_PRESETS, type EndpointPreset } from '../../../shared/rpc/endpoint-presets.ts';
import { Badge } from '../../components/Badge.tsx';
import styles from './endpoints.module.css';

/** Where a connection can begin. Choosing one fills in the form and contacts nobody. */
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
        These addresses are in the documentation of Filecoin and Lotus. Their operators have nothing to do with Sextant, may change them,
        and see what you ask. Each can be edited before it is saved. The embedded node needs none of this: it is always in the list.
      </p>
    </>
  );
}
