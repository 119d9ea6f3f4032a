import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import { formatLatency } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/values/AddressText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { classNames } from '../../lib/class-names.ts';
import styles from './endpoints.module.css';

/** Facts of the checked node. */
export function ProbeFacts({ facts }: { readonly facts: NodeFacts }) {
  return (
    <section className={styles.probe} aria-label="Check result" role="status">
      <h3>
        <UntrustedText text={facts.networkName} maximumLength={60} /> answers in {formatLatency(facts.latencyMs)}
      </h3>
      <dl>
        <dt>Software</dt>
        <dd>
          <UntrustedText text={facts.software ?? 'unknown'} maximumLength={100} />
          {facts.apiVersionText === undefined ? undefined : <span className="t3"> API {facts.apiVersionText}</span>}
        </dd>
        {facts.stream === undefined ? undefined : (
          <>
            <dt>WebSocket</dt>
            <dd className={facts.stream.isOpen ? undefined : styles.probeProblem}>
              {facts.stream.isOpen ? (
                'sends new tipsets'
              ) : (
                <>
                  <UntrustedText text={facts.stream.problem} maximumLength={300} /> Sextant will poll the head.
                </>
              )}
            </dd>
          </>
        )}
        <dt>v2 API</dt>
        <dd>{facts.v2Url === undefined ? 'not served' : <UntrustedText text={facts.v2Url} maximumLength={200} />}</dd>
        <dt>Head</dt>
        <dd>
          <EpochText height={facts.headHeight} />{' '}
          <span className="t3">
            <TimeText timeMs={facts.headTimeMs} as="full" />
          </span>
        </dd>
        <dt>Block delay</dt>
        <dd>{facts.blockDelaySeconds} s</dd>
        <dt>Genesis</dt>
        <dd>
          <HashText cid={facts.genesisCid} size="detail" />
        </dd>
        <dt>Address prefix</dt>
        <dd>{facts.addressLetter}</dd>
        {facts.minerAddress === undefined ? undefined : (
          <>
            <dt>Storage miner</dt>
            <dd>
              <AddressText address={facts.minerAddress} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

export function ProbeFailure({ error }: { readonly error: ErrorEnvelope }) {
  return (
    <section className={classNames(styles.probe, styles.probeFailed)} role="alert">
      <h3>Check failed</h3>
      <p>
        <UntrustedText text={error.message} />
      </p>
      {error.details?.nodeMessage === undefined ? undefined : (
        <p className="mono">
          <UntrustedText text={error.details.nodeMessage} />
        </p>
      )}
    </section>
  );
}
