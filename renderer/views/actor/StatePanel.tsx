import type { Actor } from '../../../shared/ipc/schemas/actors.ts';
import { DecodedTree } from '../../components/DecodedTree.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { callsOf, PanelContent, partOf } from '../../components/QueryContent.tsx';
import { typeName } from './actor-words.ts';

interface StatePanelProps {
  readonly state: Actor['state'];
  readonly actorType: string | undefined;
  readonly onRetry: () => void;
}

/** The state of an actor, decoded by its type. */
export function StatePanel({ state, actorType, onRetry }: StatePanelProps) {
  const source = partOf(state)?.source;
  return (
    <Panel
      title="State"
      sub={
        source === undefined ? undefined : source === 'node' ? 'as the node tells it' : 'decoded here from its block, verified by its CID'
      }
      calls={callsOf(state)}
      hasRule
    >
      <PanelContent panel={state} onRetry={onRetry}>
        {({ view }) => (
          <PanelBody>
            {view.value === undefined ? (
              <p className="t3">Actors of the type {typeName(actorType).toLowerCase()} keep no state.</p>
            ) : (
              <DecodedTree view={view} label="Decoded state" isMethodKnown />
            )}
          </PanelBody>
        )}
      </PanelContent>
    </Panel>
  );
}
