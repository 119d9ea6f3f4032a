import { IconActivity, IconFilterOff, IconPlayerPlay } from '@tabler/icons-react';
import { CALL_FILTER_LANGUAGE } from '../../../../shared/inspector/call-filter.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { Button } from '../../../components/inputs/Button.tsx';

interface EmptyCallsProps {
  /** Calls before the filter. */
  readonly total: number;
  readonly isLive: boolean;
  readonly isRecording: boolean;
  readonly problems: readonly string[];
  readonly onClear: () => void;
  readonly onRecord: () => void;
}

/** Why there is no call to see, and what can be done. */
export function EmptyCalls({ total, isLive, isRecording, problems, onClear, onRecord }: EmptyCallsProps) {
  if (total > 0) {
    return (
      <PanelState
        icon={IconFilterOff}
        title={problems.length === 0 ? 'No matching calls' : 'Invalid filter'}
        actions={
          <Button size="small" onClick={onClear}>
            Show all calls
          </Button>
        }
      >
        {problems.length === 0
          ? `${formatCount(total, 'call')} in total. Fields: ${CALL_FILTER_LANGUAGE.fields.map((field) => field.name).join(', ')}; “not” negates the next term.`
          : problems.join(' ')}
      </PanelState>
    );
  }
  if (!isLive) return <PanelState icon={IconActivity} title="No calls in this recording" />;
  return isRecording ? (
    <PanelState icon={IconActivity} title="No calls yet">
      Every call from Sextant to a node appears here, with its request and answer.
    </PanelState>
  ) : (
    <PanelState
      icon={IconActivity}
      title="Not recording"
      actions={
        <Button size="small" icon={IconPlayerPlay} onClick={onRecord}>
          Record
        </Button>
      }
    >
      Recording is paused. Calls made meanwhile are not recorded.
    </PanelState>
  );
}
