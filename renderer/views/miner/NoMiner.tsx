import { IconHelpCircle } from '@tabler/icons-react';
import { PanelState } from '../../components/PanelState.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';

/** In place of everything where the route names what can be no miner. */
export function NoMiner({ address, refusal }: { readonly address: string; readonly refusal: string }) {
  return (
    <PanelState
      icon={IconHelpCircle}
      title={
        <>
          <UntrustedText text={address} maximumLength={120} /> is no miner
        </>
      }
    >
      <UntrustedText text={refusal} maximumLength={300} />
    </PanelState>
  );
}
