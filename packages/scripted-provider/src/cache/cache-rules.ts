import type { CacheTtl, Format, GenerateRequest } from '@interlingua/core'

/** The rules of a vendor's prompt cache. */
export interface CacheRules {
  /** The least number of tokens of a prefix that is kept. */
  readonly least: number
  /**
   * The places up to which a prompt is kept: `marks`, those that the client marked; `messages`, the end of the newest message and marks;
   * `turns`, the end of each turn; `blocks`, the end of every block.
   */
  readonly keeps: 'marks' | 'messages' | 'turns' | 'blocks'
  /** The step in tokens to which reads are rounded down. */
  readonly step: number
  /** The lifetime of what is kept, in milliseconds; marks have lifetimes of their own. */
  readonly lifetime: number
  /** True where writes at marks are billed; what is kept unasked is free, but for `messages`. */
  readonly marks: boolean
  /** The lifetime of a mark that names none. */
  readonly markTtl: CacheTtl
  /** True where a cache key parts what is kept. */
  readonly keyed: boolean
  /** The settings of a request that change its prompt before the tools, and before the messages. */
  readonly settings: (request: GenerateRequest) => { readonly head?: unknown; readonly messages?: unknown }
  /** The price of a token, as a factor on that of one which is neither read nor written. */
  readonly price: { readonly read: number; readonly write: Readonly<Partial<Record<CacheTtl, number>>> }
}

const minute = 60_000
/** The milliseconds of each lifetime. */
export const lifetimes: Readonly<Record<CacheTtl, number>> = {
  '5m': 5 * minute,
  '30m': 30 * minute,
  '1h': 60 * minute,
  '12h': 720 * minute,
}

/** https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const anthropic: CacheRules = {
  least: 1024,
  keeps: 'marks',
  step: 1,
  lifetime: lifetimes['5m'],
  marks: true,
  markTtl: '5m',
  keyed: false,
  settings: ({ toolChoice, reasoning }) => ({ messages: [toolChoice, reasoning] }),
  price: { read: 0.1, write: { '5m': 1.25, '1h': 2 } },
}

/** https://platform.openai.com/docs/guides/prompt-caching */
const openai: CacheRules = {
  least: 1024,
  keeps: 'blocks',
  step: 128,
  lifetime: 10 * minute,
  marks: false,
  markTtl: '30m',
  keyed: true,
  settings: ({ toolChoice, output, reasoning }) => ({ head: [toolChoice?.parallel, output?.format, output?.verbosity, reasoning?.effort] }),
  price: { read: 0.1, write: {} },
}

/** https://ai.google.dev/gemini-api/docs/caching */
const google: CacheRules = {
  least: 4096,
  keeps: 'turns',
  step: 1,
  lifetime: 10 * minute,
  marks: false,
  markTtl: '5m',
  keyed: false,
  settings: ({ toolChoice }) => ({ head: toolChoice }),
  price: { read: 0.1, write: {} },
}

/** Models that are no vendor's keep what is long enough unasked, and bill what is marked. */
const demo: CacheRules = {
  ...openai,
  marks: true,
  keyed: false,
  settings: () => ({}),
  price: { read: 0.1, write: { '30m': 1.25, '12h': 2 } },
}

/** The least prompts of Claude's models, the more specific patterns first. */
const claudeLeasts: readonly (readonly [RegExp, number])[] = [
  [/claude-(?:fable|mythos)-5|claude-opus-5|claude-(?:sonnet|haiku)-5[.-]5/, 512],
  [/claude-opus-4[.-][56]|claude-haiku-4[.-]5/, 4096],
  [/claude-opus-4[.-]7|claude-mythos|claude-3[.-]5-haiku/, 2048],
]

/** The rules by which a server of `format` caches prompts to `model`. */
export function cacheRulesOf(format: Format, model: string): CacheRules {
  const isClaude = model.includes('claude')
  if (format === 'messages')
    return isClaude ? { ...anthropic, least: claudeLeasts.find(([pattern]) => pattern.test(model))?.[1] ?? 1024 } : anthropic
  if (format === 'contents' && model.includes('gemini')) return model.includes('gemini-2') ? { ...google, least: 2048 } : google
  const version = Number(/gpt-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? (/^(?:.*\/)?o\d/.test(model) ? 4 : 0))
  if (version >= 5.6)
    return {
      ...openai,
      keeps: 'messages',
      step: 1,
      lifetime: lifetimes['30m'],
      marks: true,
      price: { read: 0.1, write: { '30m': 1.25, '12h': 2 } },
    }
  if (version >= 5.5) return { ...openai, step: 2048, lifetime: lifetimes['30m'] }
  return version > 0 ? openai : demo
}
