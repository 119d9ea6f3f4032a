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

/** One executed message: what a node answers to StateReplay, without its sub-calls. */
export interface RecordedExecution {
  readonly MsgCid: Link;
  readonly Msg: RecordedMessage;
  readonly MsgRct: { readonly ExitCode: number; readonly Return: string | null; readonly GasUsed: number };
  readonly GasCost: Readonly<
    Record<'GasUsed' | 'BaseFeeBurn' | 'OverEstimationBurn' | 'MinerPenalty' | 'MinerTip' | 'Refund' | 'TotalCost', string>
  >;
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
