import type { UpgradeFinding } from '../../../shared/ipc/schemas/upgrades.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { QuantityText } from './QuantityText.tsx';
import { SubjectLink } from './SubjectLink.tsx';
import { subjectKey } from './upgrade-words.ts';
import styles from './upgrades.module.css';

const MAX_TEXT = 1000;

interface FindingItemProps {
  readonly finding: UpgradeFinding;
  /** Titles of both columns. */
  readonly sides: { readonly before: string; readonly after: string };
}

/** One change of an upgrade: rule and figures before and after, advice, and affected items. */
export function FindingItem({ finding, sides }: FindingItemProps) {
  const { title, before, after, advice, figures, subjects, omittedSubjects } = finding;
  return (
    <article className={styles.finding}>
      <h3>
        <UntrustedText text={title} maximumLength={200} />
      </h3>
      {advice === undefined ? undefined : (
        <p className={styles.advice}>
          <UntrustedText text={advice} maximumLength={MAX_TEXT} />
        </p>
      )}
      <table className={styles.sides}>
        <thead>
          <tr>
            <td />
            <th scope="col">{sides.before}</th>
            <th scope="col">{sides.after}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Rule</th>
            <td>
              <UntrustedText text={before} maximumLength={MAX_TEXT} />
            </td>
            <td>
              <UntrustedText text={after} maximumLength={MAX_TEXT} />
            </td>
          </tr>
          {figures.map((figure) => (
            <tr key={figure.label} className={styles.figure}>
              <th scope="row">{figure.label}</th>
              <td>
                <QuantityText quantity={figure.before} />
              </td>
              <td>
                <QuantityText quantity={figure.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {subjects.length === 0 ? undefined : (
        <ul className={styles.subjects} aria-label="Affected items">
          {subjects.map((subject) => (
            <li key={subjectKey(subject)}>
              <SubjectLink subject={subject} />
            </li>
          ))}
          {omittedSubjects === 0 ? undefined : <li className="t3">and {formatInteger(omittedSubjects)} more</li>}
        </ul>
      )}
    </article>
  );
}
