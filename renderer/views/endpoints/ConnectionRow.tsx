import { IconInfoCircle, IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { operatorOf, retiredPresetOf } from '../../../shared/rpc/endpoint-presets.ts';
import { failureWords } from '../../../shared/rpc/failure-words.ts';
import { formatInteger, formatLatency } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { activateConnection } from '../../stores/connection-choice.ts';
import styles from './endpoints.module.css';
import { hasV2, isUrlChanged, STATUS_WORDS, verdictWords } from './passport-words.ts';

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly head: HeadState | undefined;
  readonly onEdit: () => void;
}

const remove = (client: AppClient, id: string) => client.connections.removeConnection({ id });

/** `API v1 and v2`: v2 is listed only after the endpoint has answered on it. */
function apiWords({ apiVersion, namespace }: Connection, servesV2: boolean): string {
  const versions = servesV2 ? `${apiVersion} and v2` : apiVersion;
  return `API ${versions}${namespace === 'Filecoin' ? '' : `, ${namespace}.*`}`;
}

/** One saved endpoint: name, URLs, state and actions. */
export function ConnectionRow({ connection, isActive, isSelected, head, onEdit }: ConnectionRowProps) {
  const [, navigate] = useLocation();
  const passport = useTopic('connections.passportsChanged', (list) => list?.find(({ connectionId }) => connectionId === connection.id));
  const [isRemoving, setIsRemoving] = useState(false);
  const activating = useCommand(activateConnection);
  const removing = useCommand(remove);
  const problem = activating.error ?? removing.error;
  const activeServesV2 = useTopic('connections.changed', (state) => state?.capabilities.hasV2) ?? false;
  const isEmbedded = connection.kind === 'embedded';
  const own = passport === undefined || isUrlChanged(passport, connection) ? undefined : passport;
  const servesV2 = isActive ? activeServesV2 : isEmbedded || hasV2(own);
  const operator = operatorOf(connection);
  const retired = retiredPresetOf(connection);
  return (
    <li>
      <div className={classNames(styles.row, isActive && styles.active, isSelected && styles.selected)}>
        <IconPlugConnected size={16} stroke={1.6} className={isActive ? 'acc' : 't3'} aria-hidden="true" />
        <div className={styles.name}>
          <b>{connection.name}</b>
          <span>
            {isEmbedded
              ? `runs inside Sextant, ${apiWords(connection, servesV2)}`
              : [operator === undefined ? undefined : `third party: ${operator}`, connection.network, apiWords(connection, servesV2)]
                  .filter((part) => part !== undefined)
                  .join(', ')}
          </span>
        </div>
        <div className={styles.urls}>
          <div title={connection.httpUrl}>{connection.httpUrl}</div>
          <div className="t3" title={connection.wsUrl}>
            {connection.wsUrl ?? 'no WebSocket, polling'}
          </div>
        </div>
        <div className={styles.marks}>
          {isActive ? <HealthText head={head} /> : undefined}
          {connection.isTokenLocked ? (
            <Badge tone="warning" title="Its token or headers are sealed by the vault, which is locked">
              token sealed
            </Badge>
          ) : (connection.hasToken || connection.hasHeaders) && !connection.isTokenExposed && connection.tokenProblem === undefined ? (
            <Badge>{connection.hasToken ? 'token' : 'headers'}</Badge>
          ) : undefined}
          {connection.isTokenExposed ? (
            <Badge tone="warning" title="Plain http or ws to another machine: anyone on the network path can read the token and headers">
              token exposed
            </Badge>
          ) : undefined}
          {retired === undefined ? undefined : <Badge tone="warning">retired</Badge>}
          {connection.minerUrl === undefined ? undefined : <Badge>miner API</Badge>}
          {own === undefined ? undefined : (
            <Badge tone={STATUS_WORDS[own.verdict].tone} title={own.summary}>
              {verdictWords(own)}
            </Badge>
          )}
        </div>
        <div className={styles.actions}>
          {isActive ? (
            <Badge tone="accent">In use</Badge>
          ) : (
            <Button
              size="small"
              isBusy={activating.isRunning}
              disabledReason={retired === undefined ? undefined : 'This network is retired. Change the URL to use this endpoint.'}
              onClick={() => void activating.run(connection.id)}
            >
              Use
            </Button>
          )}
          <Button
            size="small"
            kind="quiet"
            hint="Network, methods and token permissions"
            onClick={() => navigate(`/endpoints/${encodeURIComponent(connection.id)}?tab=passport`)}
          >
            {passport === undefined ? 'Examine' : 'Passport'}
          </Button>
          <Button size="small" kind="quiet" icon={isEmbedded ? IconInfoCircle : IconPencil} isIconOnly onClick={onEdit}>
            {isEmbedded ? `About ${connection.name}` : `Edit ${connection.name}`}
          </Button>
          {isEmbedded ? undefined : (
            <Button
              size="small"
              kind="quiet"
              icon={IconTrash}
              isIconOnly
              disabledReason={isActive ? 'In use. Switch to another endpoint first.' : undefined}
              onClick={() => setIsRemoving(true)}
            >
              {`Remove ${connection.name}`}
            </Button>
          )}
        </div>
      </div>
      {isRemoving ? (
        <Note
          tone="warning"
          title={`Remove ${connection.name}?`}
          actions={
            <span className="row">
              <Button size="small" onClick={() => setIsRemoving(false)}>
                Cancel
              </Button>
              <Button size="small" kind="danger" isBusy={removing.isRunning} onClick={() => void removing.run(connection.id)}>
                Remove
              </Button>
            </span>
          }
        >
          Deletes its URLs, token and headers from this profile. Keys and sent messages are kept.
        </Note>
      ) : undefined}
      {connection.tokenProblem === undefined ? undefined : (
        <Note
          tone="warning"
          title={`Stored credentials of ${connection.name} are not sent`}
          actions={
            <Button size="small" onClick={onEdit}>
              Edit endpoint
            </Button>
          }
        >
          <UntrustedText text={connection.tokenProblem} maximumLength={600} />
        </Note>
      )}
      {problem === undefined ? undefined : (
        <Note tone="danger" title={activating.error === undefined ? 'Could not remove the endpoint' : 'Could not switch to the endpoint'}>
          <UntrustedText text={problem.message} />
        </Note>
      )}
    </li>
  );
}

function HealthText({ head }: { readonly head: HeadState | undefined }) {
  if (head === undefined) return undefined;
  const latency = head.latencyMs === undefined ? '' : `, ${formatLatency(head.latencyMs)}`;
  const epoch = head.head === undefined ? '' : ` at ${formatInteger(head.head.height)}`;
  switch (head.status) {
    case 'live':
      return <StatusText tone="success">{`live${epoch}${latency}`}</StatusText>;
    case 'polling':
      return <StatusText tone="success">{`polling${epoch}${latency}`}</StatusText>;
    case 'connecting':
      return <StatusText tone="pending">connecting</StatusText>;
    case 'stale':
      return <StatusText tone="warning">{`no new tipset${epoch}`}</StatusText>;
    case 'failed': {
      const { tone, words } = failureWords(head.problem?.code);
      return <StatusText tone={tone}>{words}</StatusText>;
    }
  }
}
