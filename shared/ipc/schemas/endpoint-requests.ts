/** Requests for a custom endpoint of a service, and where the practice service answers. */
import { z } from 'zod';
import { zTimeMs } from './common.ts';

export const zServiceNetwork = z.enum(['mainnet', 'testnet', 'hyperspace']);
export type ServiceNetwork = z.infer<typeof zServiceNetwork>;

const zUrls = z.object({ httpUrl: z.string(), wsUrl: z.string() });

/** The hosted service that the embedded node plays in this run. */
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
    /** How the operator reaches the requester. */
    contact: z.string().trim().min(1).max(500),
  })
  .strict();
export type EndpointWishes = z.infer<typeof zEndpointWishes>;

/** A request as the service last answered it. The token of an approved one stays on the privileged side. */
export const zEndpointRequest = z.object({
  id: z.string(),
  network: zServiceNetwork,
  permissions: z.array(z.string()),
  requestsPerMinute: z.number(),
  requestedAtMs: zTimeMs,
  status: z.enum(['pending', 'approved', 'refused', 'expired', 'revoked']),
  /** Why the service refused it. */
  reason: z.string().optional(),
  expiresAtMs: zTimeMs.optional(),
  /** The connection that was saved for it. */
  connectionId: z.string().optional(),
  /** Why the service could not be asked, or the connection not be saved, the last time. */
  problem: z.string().optional(),
});
export type EndpointRequest = z.infer<typeof zEndpointRequest>;
