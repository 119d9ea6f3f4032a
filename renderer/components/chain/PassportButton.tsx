import { IconZoomScan } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useTopic } from '../../hooks/use-topic.ts';
import { Button } from '../inputs/Button.tsx';

/** What else the endpoint serves is in its passport. */
export function PassportButton() {
  const [, navigate] = useLocation();
  const activeId = useTopic('connections.changed', (state) => state?.activeId);
  if (activeId === undefined || activeId === '') return undefined;
  return (
    <Button
      size="small"
      kind="quiet"
      icon={IconZoomScan}
      onClick={() => navigate(`/endpoints/${encodeURIComponent(activeId)}?tab=passport`)}
    >
      Served methods
    </Button>
  );
}
