import { deriveId } from '@interlingua/core/adapter'
import type { CacheTtl, GenerateRequest, InputUsage } from '@interlingua/core'
import { promptBlocks } from './prompt-blocks.ts'
import type { PromptBlock } from './prompt-blocks.ts'

/** The number of tokens below which a prefix is not cached, as with the vendors. */
const smallestPrefix = 1024
const framing = 3

/** A cache that remembers the prefixes of prompts between requests, so that usage tells reads from writes. */
export interface PromptCache {
  /** The input usage of a request, given the requests before it. */
  account(request: GenerateRequest): InputUsage
}

/**
 * Creates a prompt cache. `explicit` (messages) writes only marked prefixes and reads the longest written one at or before a mark;
 * `implicit` (chat) keeps every prefix, reports reads in steps of 128 tokens, and writes marks as well.
 */
export function createPromptCache(mode: 'explicit' | 'implicit', capacity = 10_000): PromptCache {
  const known = new Set<string>()
  const remember = (key: string): void => {
    known.delete(key) // last in, last out: a prefix in use stays
    known.add(key)
    if (known.size > capacity) for (const oldest of known) return void known.delete(oldest)
  }
  return {
    account(request) {
      const blocks = promptBlocks(request)
      const total = blocks.reduce((sum, { tokens }) => sum + tokens, framing)
      const implicit = mode === 'implicit' && request.cache?.mode !== 'explicit'
      const marked = blocks.some(({ mark }) => mark)
      if (total < smallestPrefix || !(implicit || marked)) return buckets(total, 0, {})
      const prefixes = prefixesOf(request.model, blocks)
      const lastMark = prefixes.findLastIndex(({ block }) => block.mark)
      const reach = implicit ? prefixes.length - 1 : lastMark
      let read = 0
      for (let i = reach; i >= 0 && read === 0; i--) {
        const prefix = prefixes[i]
        if (prefix && prefix.tokens >= smallestPrefix && known.has(prefix.key)) read = prefix.tokens
      }
      const writes: Partial<Record<CacheTtl, number>> = {}
      let reached = read
      for (const { block, key, tokens } of prefixes) {
        if (tokens < smallestPrefix || !(block.mark || implicit)) continue
        remember(key)
        if (!block.mark || tokens <= reached) continue
        const ttl = block.mark.ttl ?? (mode === 'implicit' ? '30m' : '5m')
        writes[ttl] = (writes[ttl] ?? 0) + tokens - reached
        reached = tokens
      }
      return buckets(total, implicit && !marked ? read - (read % 128) : read, writes)
    },
  }
}

function prefixesOf(model: string, blocks: readonly PromptBlock[]): readonly { block: PromptBlock; key: string; tokens: number }[] {
  let key = model
  let tokens = 0
  return blocks.map((block) => {
    key = deriveId('', key, block.content)
    tokens += block.tokens
    return { block, key, tokens }
  })
}

function buckets(total: number, cacheRead: number, cacheWriteByTtl: Partial<Record<CacheTtl, number>>): InputUsage {
  const cacheWrite = Object.values(cacheWriteByTtl).reduce((sum, tokens) => sum + tokens, 0)
  const usage = { total, fresh: total - cacheRead - cacheWrite, cacheRead, cacheWrite }
  return cacheWrite > 0 ? { ...usage, cacheWriteByTtl } : usage
}
