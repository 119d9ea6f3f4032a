import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { useItemAction } from '../../hooks/use-item-action.ts';
import { CHECK_GROUPS, type Check } from '../../lib/attention/check.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './checks-pane.module.css';

const STATES: Readonly<Record<Check['state'], { readonly tone: Tone; readonly words: string }>> = {
  ok: { tone: 'success', words: 'Well' },
  attention: { tone: 'warning', words: 'Look' },
  unknown: { tone: 'pending', words: 'Not known' },
  none: { tone: 'neutral', words: 'Not here' },
};

/** Every check with what it found, or why it could not look. */
export function ChecksPane({ checks, onClose }: { readonly checks: readonly Check[]; readonly onClose: () => void }) {
  const act = useItemAction();
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  return (
    <DetailPane
      title="All checks"
      sub={`${formatInteger(count('attention'))} of ${formatCount(checks.length, 'check')} need a look, ${formatInteger(count('unknown'))} not known`}
      onClose={onClose}
    >
      {CHECK_GROUPS.map((group) => (
        <DetailSection key={group} title={group}>
          <ul className={styles.list}>
            {checks
              .filter((check) => check.group === group)
              .map((check) => (
                <li key={check.id} className={styles.check}>
                  <StatusText tone={toneOf(check)}>{STATES[check.state].words}</StatusText>
                  <span className="col">
                    <span className={check.state === 'none' ? 't3' : 'm'}>{check.title}</span>
                    {check.items.length === 0 ? <span className="s12 t3">{check.words}</span> : undefined}
                    {check.items.map((item) => (
                      <span key={item.key} className="s12 t2">
                        {item.title}. {item.detail}.{' '}
                        <button type="button" className="link" onClick={() => act(item.action)}>
                          {item.action.label}
                        </button>
                      </span>
                    ))}
                    {check.items[0]?.reckoning === undefined ? undefined : <span className="s12 t3">{check.items[0].reckoning}</span>}
                  </span>
                </li>
              ))}
          </ul>
        </DetailSection>
      ))}
    </DetailPane>
  );
}

function toneOf({ state, items }: Check): Tone {
  return items[0]?.tone ?? STATES[state].tone;
}
