import { defaultLimits, defaultPolicy, type Context, type JsonObject } from '@interlingua/core'

/** A context whose notices go nowhere: what is measured is what every caller pays. */
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
