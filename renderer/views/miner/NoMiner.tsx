import { IconHelpCircle } from '@tabler/icons-react';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';

/** Shown if the address in the route cannot be a miner. */
export function NoMiner({ address, refusal }: { readonly address: string; readonly refusal: string }) {
  return (
    <PanelState
      icon={IconHelpCircle}
      title={
        <>
          <UntrustedText text={address} maximumLength={120} /> is not a miner
        </>
      }
    >
      <UntrustedText text={refusal} maximumLength={300} />
    </PanelState>
  );
}
