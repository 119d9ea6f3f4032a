import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { PassportMethod } from '../../../shared/ipc/schemas/connections.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { FilterField } from '../../components/filters/FilterField.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './passport.module.css';
import { listMethods, METHOD_WORDS } from './passport-words.ts';

/** Longer lists are read by filtering. */
const MAX_SHOWN = 150;

/** The methods of a passport, missing ones first. */
export function PassportMethods({ methods }: { readonly methods: readonly PassportMethod[] }) {
  const [text, setText] = useState('');
  const listed = useMemo(() => listMethods(methods, text), [methods, text]);
  const more = listed.length - MAX_SHOWN;
  return (
    <div className={styles.group}>
      <h3>Methods</h3>
      <div className={styles.filter}>
        <FilterField
          label="Filter methods"
          value={text}
          onChange={setText}
          placeholder="Name or status"
          count={formatCount(listed.length, 'method')}
        />
      </div>
      {listed.length === 0 ? <p className={styles.none}>No method matches.</p> : undefined}
      <ul>
        {listed.slice(0, MAX_SHOWN).map((method) => (
          <li key={`${method.api} ${method.name}`} className={styles.method}>
            <span className={styles.methodName}>
              <MethodName method={method} />
              {method.api === 'miner' ? <span className="t3 s12"> storage miner</span> : undefined}
            </span>
            <StatusText tone={METHOD_WORDS[method.status].tone}>
              {METHOD_WORDS[method.status].word}
              {method.via === 'discover' ? <span className="t3"> listed by Discover</span> : undefined}
            </StatusText>
            {method.status === 'missing' && method.alternative !== undefined ? (
              <p className={styles.alternative}>{method.alternative}</p>
            ) : undefined}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles.none}>{formatCount(more, 'more method')}. Filter the list to see them.</p> : undefined}
    </div>
  );
}

/** Links to the recorded call behind the status, if it was made in this run. */
function MethodName({ method: { name, call } }: { readonly method: PassportMethod }) {
  const text = <UntrustedText text={name} maximumLength={80} isMono />;
  return call === undefined ? (
    text
  ) : (
    <Link href={`/inspector/${call.id}`} className={styles.methodLink} title="Open call in inspector" data-call-id={call.id}>
      {text}
    </Link>
  );
}
