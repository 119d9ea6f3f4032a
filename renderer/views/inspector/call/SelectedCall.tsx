import { IconArrowsDiff } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Note } from '../../../components/feedback/Note.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { callIdIn, type InspectorRoute } from '../inspector-route.ts';
import type { GoInInspector } from '../use-inspector-route.ts';
import { CallComparison } from './CallComparison.tsx';
import { CallPane } from './CallPane.tsx';

interface SelectedCallProps {
  readonly address: InspectorRoute;
  readonly go: GoInInspector;
  /** The neighbours of the selected call in the list. */
  readonly previousId?: number | undefined;
  readonly nextId?: number | undefined;
}

/** What stands beside the list: the selected call, or its comparison with another one. Nothing where the address names no call. */
export function SelectedCall({ address, go, previousId, nextId }: SelectedCallProps) {
  const close = useCallback(() => go({ selected: undefined }), [go]);
  const id = callIdIn(address.selected);
  if (id === undefined) return undefined;
  if (typeof address.compare === 'number') {
    return (
      <CallComparison
        key={`${id} ${address.compare}`}
        source={address.source}
        ids={[id, address.compare]}
        onOpen={(opened) => go({ selected: String(opened), compare: undefined })}
        onClose={() => go({ compare: undefined })}
      />
    );
  }
  return (
    <CallPane
      source={address.source}
      id={id}
      path={address.path}
      previousId={previousId}
      nextId={nextId}
      onPath={(path) => go({ path })}
      onOpen={(opened) => go({ selected: String(opened), compare: undefined })}
      onCompare={(other) => go({ compare: other ?? 'choose' })}
      onClose={close}
      notice={
        address.compare === 'choose' ? (
          <Note
            tone="info"
            title="Select the other call in the list"
            actions={
              <Button size="small" icon={IconArrowsDiff} onClick={() => go({ compare: undefined }, { replace: true })}>
                Cancel comparison
              </Button>
            }
          />
        ) : undefined
      }
    />
  );
}
