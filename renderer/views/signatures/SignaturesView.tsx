import { useLocation, useParams } from 'wouter';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Tabs } from '../../components/layout/Tabs.tsx';
import { SignData } from './SignData.tsx';
import { VerifyData } from './VerifyData.tsx';
import { VerifyMessage } from './VerifyMessage.tsx';

const TABS = [
  { value: 'message', label: 'Verify a signed message' },
  { value: 'sign', label: 'Sign data' },
  { value: 'verify', label: 'Verify data' },
] as const;

/** Signatures without sending: verify messages signed elsewhere, sign and verify data. */
export function SignaturesView() {
  const { id } = useParams();
  const [, navigate] = useLocation();
  const tab = TABS.find(({ value }) => value === id)?.value ?? 'message';
  return (
    <SplitView>
      <PageHead title="Signatures" sub="verified on this machine, without a node" />
      <ScrollArea label="Signatures">
        <Tabs label="Action" tabs={TABS} value={tab} onChange={(next) => navigate(`/signatures/${next}`, { replace: true })}>
          {tab === 'message' ? <VerifyMessage /> : tab === 'sign' ? <SignData /> : <VerifyData />}
        </Tabs>
      </ScrollArea>
    </SplitView>
  );
}
