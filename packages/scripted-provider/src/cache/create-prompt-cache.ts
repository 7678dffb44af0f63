import { deriveId } from '@interlingua/core/adapter'
import type { CacheTtl, GenerateRequest, InputUsage } from '@interlingua/core'
import { type CacheRules, lifetimes } from './cache-rules.ts'
import { promptBlocks } from './prompt-blocks.ts'
import type { PromptBlock } from './prompt-blocks.ts'

const framing = 3
/** The number of blocks that Anthropic's server looks at before each mark, itself included. */
const lookBack = 20
/** The numbers of writes, and of earlier marks and endings that OpenAI's server looks at. */
const mostWrites = 4
const newestMarks = 50

export interface PromptCacheOptions {
  /** The clock in milliseconds, by which prefixes end; by default it stands still. */
  readonly now?: () => number
  /** The number of prefixes that are remembered. */
  readonly capacity?: number
}

/** A cache that remembers the prefixes of prompts between requests, so that usage tells reads from writes. */
export interface PromptCache {
  /**
   * The input usage of a request, given the requests before it. What it writes can be read once `answered` was called, as with vendors:
   * equal requests at the same time all write. `account`: whose cache it is.
   */
  read(request: GenerateRequest, rules: CacheRules, account?: string): { readonly usage: InputUsage; readonly answered: () => void }
}

interface Prefix {
  readonly block: PromptBlock
  readonly key: string
  readonly tokens: number
}

/** A prefix to be kept, and whether the client pays for that. */
interface Write {
  readonly index: number
  readonly lifetime: number
  /** The lifetime that the bill names; absent where the write is free. */
  readonly billed?: CacheTtl
}

/** Creates a prompt cache for all models of a provider. */
export function createPromptCache({ now = () => 0, capacity = 10_000 }: PromptCacheOptions = {}): PromptCache {
  /** The ends of prefixes in milliseconds, with their lifetimes, those that were used last at the end. */
  const known = new Map<string, { readonly until: number; readonly lifetime: number }>()
  const remember = (key: string, began: number, lifetime: number): void => {
    const before = known.get(key)
    known.delete(key)
    known.set(key, { until: Math.max(before?.until ?? 0, began + lifetime), lifetime: Math.max(before?.lifetime ?? 0, lifetime) })
    if (known.size > capacity) for (const oldest of known) return void known.delete(oldest[0])
  }
  return {
    read(request, rules, account = '') {
      const began = now()
      const blocks = promptBlocks(request)
      const total = blocks.reduce((sum, { tokens }) => sum + tokens, framing)
      const prefixes = prefixesOf(request, rules, account, blocks)
      const { writes, looked } = placesOf(request, rules, prefixes)
      const long = (index: number): boolean => (prefixes[index]?.tokens ?? 0) >= rules.least
      const alive = (index: number): boolean => (known.get(prefixes[index]?.key ?? '')?.until ?? -Infinity) >= began
      const hit = Math.max(-1, ...looked.filter((index) => long(index) && alive(index)))
      const exact = prefixes[hit]?.tokens ?? 0
      const step = writes.some(({ billed }) => billed !== undefined) ? 1 : rules.step
      const rounded = exact - (exact % step)
      const read = rounded >= rules.least ? rounded : 0
      const paid: Partial<Record<CacheTtl, number>> = {}
      let reached = read
      for (const { index, billed } of writes) {
        const { tokens = 0 } = prefixes[index] ?? {}
        if (billed === undefined || !long(index) || tokens <= reached) continue
        paid[billed] = (paid[billed] ?? 0) + tokens - reached
        reached = tokens
      }
      return {
        usage: buckets(total, read, paid),
        answered() {
          const found = prefixes[hit]
          const entry = found && known.get(found.key)
          if (found && entry) remember(found.key, began, entry.lifetime)
          for (const { index, lifetime } of writes) if (long(index)) remember(prefixes[index]?.key ?? '', began, lifetime)
        },
      }
    },
  }
}

/** The prefixes of a prompt, each with a key that depends on the model, the settings and all blocks up to its end. */
function prefixesOf(request: GenerateRequest, rules: CacheRules, account: string, blocks: readonly PromptBlock[]): readonly Prefix[] {
  const { head, messages } = rules.settings(request)
  let key = deriveId('', account, rules.keyed ? (request.cache?.key ?? '') : '', request.model, JSON.stringify(head) ?? '')
  let tokens = 0
  let inMessages = false
  return blocks.map((block) => {
    if (!inMessages && block.author !== undefined && block.author !== 'instruction') {
      inMessages = true
      key = deriveId('', key, JSON.stringify(messages) ?? '')
    }
    key = deriveId('', key, block.content)
    tokens += block.tokens
    return { block, key, tokens }
  })
}

/** The prefixes that a request writes, from the shortest to the longest, and those at which its read may end. */
function placesOf(
  { cache }: GenerateRequest,
  rules: CacheRules,
  prefixes: readonly Prefix[],
): { readonly writes: readonly Write[]; readonly looked: readonly number[] } {
  const all = prefixes.map((_, index) => index)
  const marked = rules.marks ? all.filter((index) => prefixes[index]?.block.mark !== undefined) : []
  const marks = marked.map((index): Write => {
    const ttl = prefixes[index]?.block.mark?.ttl ?? rules.markTtl
    return { index, lifetime: lifetimes[ttl], billed: ttl }
  })
  const free = (index: number): Write => ({ index, lifetime: rules.lifetime })
  if (rules.keeps === 'marks')
    return { writes: marks, looked: marked.flatMap((mark) => all.slice(Math.max(0, mark - lookBack + 1), mark + 1)) }
  const unasked = cache?.mode !== 'explicit'
  switch (rules.keeps) {
    case 'messages': {
      const endings = unasked ? all.filter((index) => prefixes[index]?.block.ends === 'message') : []
      const newest = endings.at(-1)
      const implicit: readonly Write[] = newest === undefined ? [] : [{ index: newest, lifetime: rules.lifetime, billed: '30m' }]
      const explicit = marks.filter(({ index }) => index !== newest).slice(-(mostWrites - implicit.length))
      return {
        writes: [...explicit, ...implicit].toSorted((a, b) => a.index - b.index),
        looked: [...marked.slice(0, 2), ...marked.slice(-newestMarks), ...endings.slice(-lookBack - 1), ...endings.slice(0, 1)],
      }
    }
    case 'turns': {
      const ends = all.filter((index) => prefixes[index]?.block.ends !== undefined || index === all.length - 1)
      return { writes: ends.map(free), looked: ends }
    }
    case 'blocks': {
      const billed = new Map(marks.map((write) => [write.index, write]))
      if (!unasked) return { writes: marks, looked: marks.length > 0 ? all.slice(0, (marked.at(-1) ?? -1) + 1) : [] }
      return { writes: all.map((index) => billed.get(index) ?? free(index)), looked: all }
    }
  }
}

function buckets(total: number, cacheRead: number, cacheWriteByTtl: Partial<Record<CacheTtl, number>>): InputUsage {
  const cacheWrite = Object.values(cacheWriteByTtl).reduce((sum, tokens) => sum + tokens, 0)
  const usage = { total, fresh: total - cacheRead - cacheWrite, cacheRead, cacheWrite }
  return cacheWrite > 0 ? { ...usage, cacheWriteByTtl } : usage
}
