import {
  defaultLimits,
  defaultPolicy,
  type Context,
  type JsonObject,
  type Limits,
  type ModelProfile,
  type Notice,
  type Policy,
} from '@interlingua/core'

export interface ContextOptions {
  /** Required, so that ignoring loss is visible in your code. */
  readonly onNotice: (notice: Notice) => void
  /** Overrides of the default limits, field by field. */
  readonly limits?: Partial<Limits>
  /** Overrides of the default policy, field by field. */
  readonly policy?: Partial<Policy>
  /** The vendor's deviations within this format; default `{}`, the format's own vendor. */
  readonly dialect?: JsonObject
  /** Profile of the upstream's model. Default: nothing is known, and nothing is restricted. */
  readonly model?: ModelProfile
  /** Milliseconds since the epoch; default `Date.now`. */
  readonly now?: () => number
  /** A fresh id with this prefix; default: the prefix and 120 random bits in 24 letters and digits. */
  readonly newId?: (prefix: string) => string
}

/**
 * Context for a web platform (Node, Deno, Bun, browsers, edge runtimes), with its clock and random numbers. Make one for each side of a
 * translation.
 */
export function createContext(options: ContextOptions): Context {
  const context: { -readonly [K in keyof Context]: Context[K] } = {
    onNotice: options.onNotice,
    newId: options.newId ?? newId,
    now: options.now ?? Date.now,
    limits: { ...defaultLimits, ...options.limits },
    policy: { ...defaultPolicy, ...options.policy },
    dialect: options.dialect ?? plainDialect,
  }
  if (options.model !== undefined) context.model = options.model
  return context
}

/** Shared by all contexts, since adapters check a dialect once for each object. */
const plainDialect: JsonObject = Object.freeze({})

const digits = 'abcdefghijklmnopqrstuvwxyz234567'

/** Not `crypto.randomUUID`: browsers have it on https only. */
function newId(prefix: string): string {
  let id = prefix
  for (const byte of crypto.getRandomValues(new Uint8Array(24))) id += digits.charAt(byte & 31)
  return id
}
