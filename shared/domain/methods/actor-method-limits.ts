/**
 * Limits on the built-in actors' methods beyond the network versions in actor-method-table.ts: methods that an upgrade froze,
 * and methods that no account can call.
 *
 * Sources: FIP-0118 and builtin-actors v19 (lib.rs of verifreg and datacap) for frozen methods; `validate_immediate_caller_is` and
 * `validate_immediate_caller_type` of builtin-actors v18 for the callers.
 */
import type { ActorType } from './actor-type.ts';

/** Methods that are rejected from a network version on, for every caller and all parameters. */
export interface Freeze {
  /** First network version that rejects them. */
  readonly since: number;
  readonly exitCode: number;
  /** The FIP that froze them. */
  readonly by: string;
}

const SOLSTICE: Freeze = { since: 29, exitCode: 18, by: 'FIP-0118' };

/** By actor type. A name covers every number of the method: plain and exported. */
export const FROZEN_METHODS: Readonly<
  Partial<Record<ActorType, readonly { readonly freeze: Freeze; readonly names: readonly string[] }[]>>
> = {
  datacap: [
    {
      freeze: SOLSTICE,
      names: [
        'Mint',
        'Destroy',
        'Transfer',
        'TransferFrom',
        'Burn',
        'BurnFrom',
        'IncreaseAllowance',
        'DecreaseAllowance',
        'RevokeAllowance',
      ],
    },
  ],
  verifiedregistry: [
    {
      freeze: SOLSTICE,
      names: [
        'AddVerifier',
        'RemoveVerifier',
        'AddVerifiedClient',
        'RemoveVerifiedClientDataCap',
        'RemoveExpiredAllocations',
        'ClaimAllocations',
        'ExtendClaimTerms',
        'RemoveExpiredClaims',
        'Receive',
      ],
    },
  ],
};

/** The only allowed caller of a method: an actor of the network (never an account), the called actor itself, or an account. */
export type Caller = 'network' | 'itself' | 'key';

const CONSTRUCTOR = { Constructor: 'network' } as const;

/** By actor type and method name; methods that anyone can call have no entry. */
export const CALLERS: Readonly<Record<ActorType, Readonly<Record<string, Caller>>>> = {
  account: CONSTRUCTOR,
  init: { ...CONSTRUCTOR, Exec4: 'network' },
  cron: { ...CONSTRUCTOR, EpochTick: 'network' },
  reward: { ...CONSTRUCTOR, AwardBlockReward: 'network', UpdateNetworkKPI: 'network' },
  storagepower: {
    ...CONSTRUCTOR,
    UpdateClaimedPower: 'network',
    EnrollCronEvent: 'network',
    CronTick: 'network',
    UpdatePledgeTotal: 'network',
    OnConsensusFault: 'network',
    SubmitPoRepForBulkVerify: 'network',
  },
  storageminer: {
    ...CONSTRUCTOR,
    OnDeferredCronEvent: 'network',
    ApplyRewards: 'network',
    ConfirmSectorProofsValid: 'network',
    InternalSectorSetupForPreseal: 'network',
  },
  storagemarket: {
    ...CONSTRUCTOR,
    VerifyDealsForActivation: 'network',
    BatchActivateDeals: 'network',
    ActivateDeals: 'network',
    OnMinerSectorsTerminate: 'network',
    CronTick: 'network',
  },
  multisig: {
    ...CONSTRUCTOR,
    AddSigner: 'itself',
    RemoveSigner: 'itself',
    SwapSigner: 'itself',
    ChangeNumApprovalsThreshold: 'itself',
    LockBalance: 'itself',
  },
  paymentchannel: CONSTRUCTOR,
  verifiedregistry: { ...CONSTRUCTOR, UseBytes: 'network', RestoreBytes: 'network', ClaimAllocations: 'network', Receive: 'network' },
  datacap: { ...CONSTRUCTOR, Mint: 'network', Destroy: 'network' },
  evm: { ...CONSTRUCTOR, Resurrect: 'network', GetStorageAt: 'network', InvokeContractDelegate: 'itself' },
  eam: { ...CONSTRUCTOR, Create: 'network', Create2: 'network', CreateExternal: 'key' },
  ethaccount: CONSTRUCTOR,
  placeholder: {},
  system: CONSTRUCTOR,
};
