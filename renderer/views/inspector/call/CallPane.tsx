import { IconArrowsDiff, IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type CallDetail, LIVE_SOURCE } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { DetailPane } from '../../../components/layout/DetailPane.tsx';
import { Tabs } from '../../../components/layout/Tabs.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useCommand } from '../../../hooks/use-command.ts';
import { useFreshAnswer } from '../../../hooks/use-fresh-answer.ts';
import { useTopic } from '../../../hooks/use-topic.ts';
import { formatClock } from '../../../lib/shown-time.ts';
import { SendActions } from '../console/SendActions.tsx';
import { shortMethod } from '../method-name.ts';
import { CallBody } from './CallBody.tsx';
import { CallChildren } from './CallChildren.tsx';
import { CallDecoded } from './CallDecoded.tsx';
import { CallExplained } from './CallExplained.tsx';
import { CallHeaders } from './CallHeaders.tsx';
import styles from './call-pane.module.css';
import { sideOfPath } from './side-of-path.ts';

/** A call that is under way, or that frames may still join, is asked for again at most this often. */
const REFRESH_PAUSE_MS = 250;

const annotateCall = (client: AppClient, input: { id: number; isPinned: boolean }) => client.inspector.annotateCall(input);

interface CallPaneProps {
  /** `live`, or the id of an opened session. */
  readonly source: string;
  readonly id: number;
  /** A value to show: its face is opened at it. */
  readonly path?: string | undefined;
  /** The neighbours in the list, where there is a list. */
  readonly previousId?: number | undefined;
  readonly nextId?: number | undefined;
  readonly onPath: (path: string) => void;
  readonly onOpen: (id: number) => void;
  /** Begins a comparison with another call, or makes one with `otherId`. */
  readonly onCompare: (otherId?: number) => void;
  readonly onClose: () => void;
  /** Stands above the faces. */
  readonly notice?: ReactNode;
}

type Face = 'explained' | 'request' | 'response' | 'decoded' | 'headers' | 'children';

/** One call: what it means, what was sent, what came back. */
export function CallPane({ source, id, path, previousId, nextId, onPath, onOpen, onCompare, onClose, notice }: CallPaneProps) {
  const revision = useTopic('inspector.changed', (state) => (source === LIVE_SOURCE ? (state?.revision ?? 0) : 0));
  const [, navigate] = useLocation();
  const [isSettled, setIsSettled] = useState(false);
  const answer = useFreshAnswer(`${source} ${id}`, (client) => client.inspector.getCall({ source, id }), {
    revision: isSettled ? 0 : revision,
    pauseMs: REFRESH_PAUSE_MS,
  });
  const call = answer.question === `${source} ${id}` ? answer.data : undefined;
  const pin = useCommand(annotateCall);
  const [chosen, setChosen] = useState<{ readonly id: number; readonly face: Face } | undefined>(undefined);
  const face =
    chosen?.id === id ? chosen.face : path !== undefined && call !== undefined ? sideOfPath(path, call.summary.kind) : 'explained';

  // What was answered does not change, except that frames join a stream and calls join a batch.
  useEffect(() => setIsSettled(call !== undefined && call.summary.status !== 'pending' && call.children.length === 0), [call]);
  // A path that is new to the pane has its own face.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the path changes
  useEffect(() => setChosen(undefined), [path]);

  const title = call === undefined ? `Call ${formatInteger(id)}` : titleOf(call);
  const isLive = source === LIVE_SOURCE;
  const isPinned = call?.summary.isPinned === true;
  return (
    <DetailPane
      title={
        <span className={styles.title} title={call?.summary.method}>
          <UntrustedText text={title} maximumLength={80} />
        </span>
      }
      sub={
        call === undefined ? undefined : (
          <>
            Call {formatInteger(id)}, <UntrustedText text={call.summary.connectionName} maximumLength={40} />,{' '}
            {formatClock(call.summary.atMs)}
          </>
        )
      }
      actions={
        previousId === undefined && nextId === undefined ? undefined : (
          <>
            <NeighbourButton icon={IconChevronUp} label="Previous call" id={previousId} onOpen={onOpen} />
            <NeighbourButton icon={IconChevronDown} label="Next call" id={nextId} onOpen={onOpen} />
          </>
        )
      }
      onClose={onClose}
      footer={
        call === undefined ? undefined : (
          <>
            <SendActions source={source} call={call} onSent={onOpen} onEdit={(query) => navigate(`/inspector/new?${query}`)} />
            <span className={styles.marks}>
              <Button
                kind="quiet"
                isIconOnly
                icon={isPinned ? IconPinFilled : IconPin}
                disabledReason={isLive ? undefined : 'Saved recordings are read-only.'}
                onClick={() => void pin.run({ id, isPinned: !isPinned }).then(answer.refresh)}
              >
                {isPinned ? 'Unpin' : 'Pin: keep when older calls are dropped'}
              </Button>
              <Button kind="quiet" isIconOnly icon={IconArrowsDiff} onClick={() => onCompare()}>
                Compare with another call
              </Button>
            </span>
          </>
        )
      }
    >
      {notice}
      {call === undefined ? (
        answer.error === undefined ? undefined : (
          <PanelError error={answer.error} onRetry={answer.refresh} />
        )
      ) : (
        <Tabs
          label="Call views"
          value={face}
          onChange={(next) => setChosen({ id, face: next })}
          tabs={[
            { value: 'explained', label: 'Explained' },
            ...(call.children.length === 0 ? [] : [{ value: 'children' as const, label: childrenWord(call), count: call.children.length }]),
            { value: 'request', label: 'Request' },
            { value: 'response', label: 'Response' },
            { value: 'decoded', label: 'Decoded' },
            { value: 'headers', label: 'Headers' },
          ]}
        >
          {pin.error === undefined ? undefined : <PanelError error={pin.error} />}
          <CallFace
            face={face}
            source={source}
            call={call}
            path={path}
            onPath={onPath}
            onOpen={onOpen}
            onCompare={onCompare}
            onSaved={answer.refresh}
          />
        </Tabs>
      )}
    </DetailPane>
  );
}

interface CallFaceProps extends Pick<CallPaneProps, 'source' | 'path' | 'onPath' | 'onOpen' | 'onCompare'> {
  readonly face: Face;
  readonly call: CallDetail;
  readonly onSaved: () => void;
}

function CallFace({ face, source, call, path, onPath, onOpen, onCompare, onSaved }: CallFaceProps) {
  const key = `${source} ${call.summary.id} ${call.summary.status}`;
  const pathIn = (side: 'request' | 'response') => (path !== undefined && sideOfPath(path, call.summary.kind) === side ? path : undefined);
  switch (face) {
    case 'explained':
      return <CallExplained key={key} source={source} call={call} onOpen={onOpen} onCompare={onCompare} onSaved={onSaved} />;
    case 'request':
      return <CallBody key={`${key} ${path}`} source={source} call={call} side="request" facts={call.request} path={pathIn('request')} />;
    case 'response':
      return (
        <CallBody key={`${key} ${path}`} source={source} call={call} side="response" facts={call.response} path={pathIn('response')} />
      );
    case 'decoded':
      return <CallDecoded key={key} source={source} call={call} onPath={onPath} />;
    case 'headers':
      return <CallHeaders call={call} />;
    case 'children':
      return <CallChildren calls={call.children} onOpen={onOpen} />;
    default:
      return face satisfies never;
  }
}

interface NeighbourButtonProps {
  readonly icon: typeof IconChevronUp;
  readonly label: string;
  readonly id: number | undefined;
  readonly onOpen: (id: number) => void;
}

function NeighbourButton({ icon, label, id, onOpen }: NeighbourButtonProps) {
  return (
    <Button
      kind="quiet"
      size="small"
      isIconOnly
      icon={icon}
      disabledReason={id === undefined ? 'No further call in the list.' : undefined}
      onClick={() => {
        if (id !== undefined) onOpen(id);
      }}
    >
      {label}
    </Button>
  );
}

function titleOf({ summary }: CallDetail): string {
  if (summary.kind === 'batch') return 'Batch';
  return summary.kind === 'event' ? summary.method : shortMethod(summary.method);
}

function childrenWord(call: CallDetail): string {
  if (call.summary.kind === 'batch') return 'Calls';
  return call.children.some((child) => child.attempt !== undefined) ? 'Attempts' : 'Frames';
}
