/**
 * What limits the methods of the built-in actors beside the network versions in actor-method-table.ts: methods that an upgrade froze,
 * and methods that no message of a key can call.
 *
 * Sources: FIP-0118 and builtin-actors v19 (lib.rs of verifreg and datacap) for what is frozen; `validate_immediate_caller_is` and
 * `validate_immediate_caller_type` of builtin-actors v18 for the callers.
 */
import type { ActorType } from './actor-type.ts';

/** Methods that exist and are refused from a network version on, for every caller and all parameters. */
export interface Freeze {
  /** First network version that refuses them. */
  readonly since: number;
  readonly exitCode: number;
  /** The proposal that froze them. */
  readonly by: string;
}

const SOLSTICE: Freeze = { since: 29, exitCode: 18, by: 'FIP-0118' };

/** By actor type. Names cover every number of a method: the plain one and the exported one. */
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

/** Who alone can call a method: an actor of the network (never a key), the called actor itself, or the key that signs the message. */
export type Caller = 'network' | 'itself' | 'key';

const CONSTRUCTOR = { Constructor: 'network' } as const;

/** By actor type and name of the method; methods that others can call have no entry. */
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
