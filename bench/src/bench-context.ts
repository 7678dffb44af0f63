import { defaultLimits, defaultPolicy, type Context, type JsonObject } from '@interlingua/core'

/** Context whose notices go nowhere, to measure the cost that every caller pays. */
export function benchContext(dialect: JsonObject = {}): Context {
  let ids = 0
  return {
    onNotice: () => {},
    newId: (prefix) => `${prefix}${++ids}`,
    now: () => 1_790_000_000_000,
    limits: defaultLimits,
    policy: defaultPolicy,
    dialect,
  }
}
