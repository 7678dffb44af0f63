import {
  defaultLimits,
  defaultPolicy,
  findModelProfile,
  type Context,
  type JsonObject,
  type Limits,
  type ModelProfile,
  type Notice,
  type Policy,
} from '@interlingua/core'
import type { OutboundEdge } from '@interlingua/core/edge'
import { createContext } from '@interlingua/streams'
import type { DialectOf } from './bodies.ts'

/**
 * Losses that are accepted: `allow` all but severe ones, `rejectDropped` those that drop nothing, `rejectAny` none but benign ones.
 * `overrides` decides by the code of a notice: `chat/top-k`, or `any/top-k` for every format.
 */
export type Losses =
  | 'allow'
  | 'rejectDropped'
  | 'rejectAny'
  | { readonly default?: 'allow' | 'rejectDropped' | 'rejectAny'; readonly overrides?: NonNullable<Policy['overrides']> }

/** Model at the upstream: its name, names by the name that the client asks for, or a function. Absent: as asked. */
export type ModelChoice = string | Readonly<Record<string, string>> | ((model: string) => string)

/** How requests are translated for an upstream. */
export interface TranslationSettings<T extends OutboundEdge = OutboundEdge> {
  /** Default: `allow`. Severe losses are refused in any case, unless overridden. */
  readonly losses?: Losses
  /** Other decisions, field by field: hosted tools, foreign reasoning, prefill. Default: those of `defaultPolicy`, with `cache: 'auto'`. */
  readonly policy?: Partial<Omit<Policy, 'strictness' | 'overrides'>>
  /** Facts about models that the package does not know, or knows wrongly; they win. Default: none. */
  readonly profiles?: readonly ModelProfile[]
  /** A preset by name, or settings. Default: the preset of the upstream's host, else the vendor's own. Unknown settings throw. */
  readonly dialect?: DialectOf<T>
  /** Version of the upstream's interface, in formats that have one: `anthropic-version`. Default `2023-06-01`. */
  readonly version?: string
  /** Caps on memory, field by field. Default: `defaultLimits`. */
  readonly limits?: Partial<Limits>
  readonly model?: ModelChoice
}

const strictness = { allow: 'report', rejectDropped: 'reject-dropped', rejectAny: 'reject-any' } as const

export function policyOf({ losses = 'allow', policy }: TranslationSettings): Policy {
  const { default: level = 'allow', overrides } = typeof losses === 'string' ? { default: losses } : losses
  return { ...defaultPolicy, cache: 'auto', ...policy, strictness: strictness[level], ...(overrides && { overrides }) }
}

/** Dialect of an upstream. Throws a `TypeError` for an unknown preset, or what the format throws for settings that it cannot use. */
export function dialectOf(to: OutboundEdge, { dialect, version = defaultVersion }: TranslationSettings, host = ''): JsonObject {
  const { presets, hosts = {}, defaults } = to.dialect
  const ends = Object.keys(hosts).find((end) => host === end || (end.startsWith('.') && host.endsWith(end)))
  const chosen = dialect ?? (ends === undefined ? {} : (hosts[ends] ?? {}))
  if (typeof chosen === 'string') {
    const preset = Object.hasOwn(presets, chosen) ? presets[chosen] : undefined
    if (preset !== undefined) return preset
    throw new TypeError(`dialect: there is no preset ${chosen}; ${to.adapter.format} has ${Object.keys(presets).join(', ') || 'none'}`)
  }
  const settings = { ...defaults?.(version), ...chosen } as JsonObject // settings are JSON; the format's check follows
  to.dialect.check(settings)
  return settings
}

export const defaultVersion = '2023-06-01'

/** Name of the model at the upstream. */
export function chooseModel(choice: ModelChoice | undefined, asked: string): string {
  if (choice === undefined) return asked
  if (typeof choice === 'function') return choice(asked)
  return typeof choice === 'string' ? choice : Object.hasOwn(choice, asked) ? (choice[asked] ?? asked) : asked
}

/** Contexts of both sides, which report to `onNotice`. `limits` and policy are made once for many requests. */
export function contextsOf(
  to: OutboundEdge,
  settings: TranslationSettings,
  fixed: { readonly dialect: JsonObject; readonly policy: Policy; readonly limits: Limits },
  models: { readonly asked: string; readonly sent: string; readonly known?: readonly ModelProfile[] },
  onNotice: (notice: Notice) => void,
): { readonly client: Context; readonly upstream: Context } {
  const { policy, limits } = fixed
  const client = models.known && findModelProfile(models.known, models.asked)
  const upstream = findModelProfile([...(settings.profiles ?? []), ...to.profiles], models.sent)
  return {
    client: createContext({ onNotice, policy, limits, ...(client && { model: client }) }),
    upstream: {
      ...createContext({ onNotice, policy, limits, dialect: fixed.dialect, ...(upstream && { model: upstream }) }),
      ...(models.sent !== models.asked && { modelChosen: true }),
    },
  }
}

/** Parts of the contexts that are the same for each request. */
export function fixedOf(
  to: OutboundEdge,
  settings: TranslationSettings,
  host?: string,
): { readonly dialect: JsonObject; readonly policy: Policy; readonly limits: Limits } {
  return {
    dialect: dialectOf(to, settings, host),
    policy: policyOf(settings),
    limits: { ...defaultLimits, ...settings.limits },
  }
}
