import type { FormatEdge } from '@interlingua/core/edge'
import type { EndpointFacts, FailureReply } from '@interlingua/gateway-kernel'
import type { KeyLimits, Store } from '@interlingua/store'
import type { AccessRequest, AccessServices, Grant } from './grant.ts'
import { authenticate } from './keys/authenticate.ts'
import { createKeyRing } from './keys/create-key-ring.ts'
import { admitByLimits } from './limits/admit-by-limits.ts'
import { defaultReserve } from './limits/expected.ts'
import { type LimiterLog, type LimiterOptions, openLimiter } from './limits/limiter.ts'
import { createPriceTable, type PriceOptions } from './prices/prices.ts'

export interface AccessOptions extends LimiterOptions {
  /** Keys and what they spent. It stays open when the access is closed. */
  readonly store: Store
  /** Limits of keys that have none of their own. Default: none. */
  readonly limits?: KeyLimits
  /** Prices of models, for budgets. Default: none, and budgets are never spent. */
  readonly prices?: PriceOptions
  readonly log?: LimiterLog
}

/** API keys with their rates and budgets, in front of a server of your own. */
export interface Access {
  /**
   * Finds the key of a request and takes the request off the key's rate. Gives the `Grant`, or the failure that answers the request
   * (401, 403, 429). `edge` decides how rates are told in headers. Rejects with a `StoreError` where the store cannot be asked.
   *
   * @example
   * const grant = await access.admit(incoming, chatEdge)
   * if ('failure' in grant) return respond(grant.failure)
   */
  admit(incoming: AccessRequest['incoming'], edge: FormatEdge): Promise<Grant | FailureReply>
  /** The parts, for guards such as `reserve`. */
  readonly services: AccessServices
  close(): Promise<void>
}

/** Opens API keys, rates and budgets over a store. Throws a `ConfigError` for an address that cannot be used. */
export async function openAccess({ store, limits, prices, log = silent, ...addresses }: AccessOptions): Promise<Access> {
  const limiter = await openLimiter(addresses, store, log)
  const services: AccessServices = {
    keys: createKeyRing(store.keys),
    limiter,
    capacity: { ...unlimited, ...(limits && { keys: limits }) },
    prices: createPriceTable(prices),
  }
  return {
    services,
    async admit(incoming, edge) {
      const request: AccessRequest = { gateway: services, incoming, edge, endpoint }
      const grant = await authenticate(request, 'key')
      if ('failure' in grant) return grant
      return (await admitByLimits(request, grant, endpoint)) ?? grant
    },
    close: () => limiter.close(),
  }
}

/** An endpoint that every key may call, and that counts. */
const endpoint: EndpointFacts = { method: 'POST', path: '', access: 'key', operation: 'generate', metered: true }

const unlimited = { requests: Infinity, streams: Infinity, inlineBytes: Infinity, reservation: defaultReserve }

const silent: LimiterLog = { write: () => {} }
