import { formatInteger } from '../../../shared/text/format.ts';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { useItemAction } from '../../hooks/use-item-action.ts';
import { type Attention, attentionWords, checksWords } from '../../lib/attention/attention.ts';
import { CHECK_GROUPS, type Check } from '../../lib/attention/check.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './checks-pane.module.css';
import { DueText } from './DueText.tsx';

const STATES: Readonly<Record<Check['state'], { readonly tone: Tone; readonly words: string }>> = {
  ok: { tone: 'success', words: 'OK' },
  attention: { tone: 'warning', words: 'Found' },
  unknown: { tone: 'pending', words: 'Unknown' },
  none: { tone: 'neutral', words: 'Not applicable' },
};

/** Everything that needs attention, most urgent first, then the result of every check. */
export function ChecksPane({ attention, onClose }: { readonly attention: Attention; readonly onClose: () => void }) {
  const act = useItemAction();
  const { checks, items } = attention;
  return (
    <DetailPane title="All checks" sub={checksWords(attention)} onClose={onClose}>
      {items.length === 0 ? undefined : (
        <DetailSection title={`Needs attention: ${attentionWords(attention)}`}>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.key} className={styles.check}>
                <StatusText tone={item.tone}>{item.urgency}</StatusText>
                <span className="col">
                  <span className="m">{item.title}</span>
                  <span className="s12 t2">
                    {item.detail}. <DueText item={item} />{' '}
                    <button type="button" className="link" onClick={() => act(item.action)}>
                      {item.action.label}
                    </button>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
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
                    <span className="s12 t3">
                      {check.items.length === 0
                        ? check.words
                        : `${formatInteger(check.items.length)} found (listed above). ${check.gap ?? ''}`}
                    </span>
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
