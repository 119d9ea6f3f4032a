/** The node's own JSON shapes, as far as the replay node looks into them. Everything else passes through untouched. */
export interface Link {
  readonly '/': string;
}

export interface RecordedBlock {
  readonly Miner: string;
  readonly Parents: readonly Link[] | null;
  readonly ParentWeight: string;
  readonly ParentBaseFee: string;
  readonly Height: number;
  readonly Timestamp: number;
  readonly ElectionProof: { readonly WinCount: number } | null;
}

export interface RecordedTipset {
  readonly Cids: readonly Link[];
  readonly Blocks: readonly RecordedBlock[];
  readonly Height: number;
}

export interface RecordedMessage {
  readonly To: string;
  readonly From: string;
  readonly Nonce: number;
  readonly Value: string;
  readonly GasLimit: number;
  readonly GasFeeCap: string;
  readonly GasPremium: string;
  readonly Method: number;
  readonly Params: string | null;
  readonly CID: Link;
}

/** One call of a trace (Lotus api/types.go ExecutionTrace), as far as tests look into it. */
export interface RecordedCall {
  readonly Msg: Pick<RecordedMessage, 'From' | 'To' | 'Value' | 'Method'>;
  readonly MsgRct: { readonly ExitCode: number; readonly Return: string | null };
  readonly Subcalls: readonly RecordedCall[] | null;
}

/** One executed message. */
export interface RecordedExecution {
  readonly MsgCid: Link;
  readonly Msg: RecordedMessage;
  readonly MsgRct: { readonly ExitCode: number; readonly Return: string | null; readonly GasUsed: number };
  readonly GasCost: Readonly<
    Record<'GasUsed' | 'BaseFeeBurn' | 'OverEstimationBurn' | 'MinerPenalty' | 'MinerTip' | 'Refund' | 'TotalCost', string>
  >;
}

/** What a node answers to StateReplay. */
export interface TracedExecution extends RecordedExecution {
  readonly ExecutionTrace: RecordedCall;
}

export interface RecordedHeadChange {
  readonly Type: 'current' | 'apply' | 'revert';
  readonly Val: RecordedTipset;
}

export interface RecordedFrame {
  readonly dir: 'in' | 'out';
  readonly frame: { readonly method?: string; readonly params?: readonly [number, readonly RecordedHeadChange[]] };
  readonly headAfter?: readonly string[];
  readonly heightAfter?: number;
  readonly subscribedAfter?: boolean;
  readonly note?: string;
}
