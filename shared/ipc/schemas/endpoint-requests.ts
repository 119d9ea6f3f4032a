/** Requests for a custom endpoint of a service, and the URLs of the practice service. */
import { z } from 'zod';
import { zTimeMs } from './common.ts';

export const zServiceNetwork = z.enum(['mainnet', 'testnet', 'hyperspace']);
export type ServiceNetwork = z.infer<typeof zServiceNetwork>;

const zUrls = z.object({ httpUrl: z.string(), wsUrl: z.string() });

/** The practice service of the embedded node in this run. */
export const zPracticeService = z.object({
  networks: z.object({ mainnet: zUrls, testnet: zUrls, hyperspace: zUrls }),
  deals: z.string(),
  cidChecker: z.string(),
});
export type PracticeService = z.infer<typeof zPracticeService>;

export const zEndpointWishes = z
  .object({
    network: zServiceNetwork,
    permissions: z.array(z.enum(['read', 'write', 'sign', 'admin'])).min(1),
    requestsPerMinute: z.number().int().min(1).max(1_000_000),
    purpose: z.string().trim().max(500),
    /** Contact of the requester. */
    contact: z.string().trim().min(1).max(500),
  })
  .strict();
export type EndpointWishes = z.infer<typeof zEndpointWishes>;

/** A request with its last known status. The token of an approved one stays on the privileged side. */
export const zEndpointRequest = z.object({
  id: z.string(),
  network: zServiceNetwork,
  permissions: z.array(z.string()),
  requestsPerMinute: z.number(),
  requestedAtMs: zTimeMs,
  status: z.enum(['pending', 'approved', 'refused', 'expired', 'revoked']),
  /** Reason of the refusal. */
  reason: z.string().optional(),
  expiresAtMs: zTimeMs.optional(),
  /** The saved connection. */
  connectionId: z.string().optional(),
  /** Why the service could not be reached or the connection not be saved. */
  problem: z.string().optional(),
});
export type EndpointRequest = z.infer<typeof zEndpointRequest>;
