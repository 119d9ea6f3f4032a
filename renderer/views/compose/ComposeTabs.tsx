import { useLocation } from 'wouter';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';

const OPTIONS = [
  { value: '/compose', label: 'Single message' },
  { value: '/compose/batch', label: 'Batch' },
] as const;

/** The tabs of the composer. */
export function ComposeTabs({ current }: { readonly current: (typeof OPTIONS)[number]['value'] }) {
  const [, navigate] = useLocation();
  return <SegmentedControl label="Message or batch" options={OPTIONS} value={current} onChange={(path) => navigate(path)} />;
}
