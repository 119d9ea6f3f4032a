import { useLocation } from 'wouter';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';

const OPTIONS = [
  { value: '/compose', label: 'One message' },
  { value: '/compose/batch', label: 'Batch' },
] as const;

/** The two faces of the composer. */
export function ComposeTabs({ current }: { readonly current: (typeof OPTIONS)[number]['value'] }) {
  const [, navigate] = useLocation();
  return <SegmentedControl label="What is composed" options={OPTIONS} value={current} onChange={(path) => navigate(path)} />;
}
