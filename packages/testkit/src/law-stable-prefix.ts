import type { Json, JsonObject } from '@interlingua/core'
import type { Violation } from './violation.ts'

/** Members of a request that a vendor caches, in the order of the prompt. The last one grows from request to request. */
const promptKeys = {
  messages: ['tools', 'system', 'messages'],
  chat: ['tools', 'messages'],
  responses: ['tools', 'instructions', 'input'],
  contents: ['tools', 'systemInstruction', 'contents'],
  interactions: ['tools', 'system_instruction', 'input'],
  converse: ['toolConfig', 'system', 'messages'],
} as const satisfies Readonly<Record<string, readonly [...string[], string]>>

/** Cache marks, which are no part of the prompt. */
const marks: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint', 'cachePoint'])
const cacheKey = /^prompt_cache_/

/**
 * Law "stable prefix": each request of a growing session begins, byte for byte, with the one before, cache marks aside; order of keys and
 * shape of content count. Settings are equal if those of the client are.
 */
export function lawStablePrefix(format: keyof typeof promptKeys, requests: readonly JsonObject[]): readonly Violation[] {
  const violations: Violation[] = []
  const say = (path: Violation['path'], message: string) => violations.push({ law: 'stable prefix', path, message })
  const keys: readonly string[] = promptKeys[format]
  const growing = keys.at(-1) ?? ''
  requests.slice(1).forEach((request, i) => {
    const before = requests[i] ?? {}
    for (const key of new Set([...Object.keys(before), ...Object.keys(request)])) {
      if (cacheKey.test(key) || marks.has(key)) continue
      const [old, now] = [printed(before[key]), printed(request[key])]
      if (key !== growing && old !== now) say(`/${key}`, `request ${i + 2} differs from the one before: ${difference(old, now)}`)
      // The closing brackets of the last message are ignored: a vendor joins adjacent messages of one author itself.
      if (key === growing && !now.startsWith(old.replace(/[\]}]+$/, '')))
        say(`/${key}`, `request ${i + 2} does not begin with the one before: ${difference(old, now)}`)
    }
  })
  return violations
}

function printed(value: Json | undefined): string {
  return JSON.stringify(value, (key, inner: unknown) => (marks.has(key) ? undefined : inner)) ?? ''
}

function difference(old: string, now: string): string {
  let at = 0
  while (at < old.length && old[at] === now[at]) at++
  return `…${old.slice(Math.max(0, at - 60), at)}⟨${old.slice(at, at + 60)}⟩ became ⟨${now.slice(at, at + 60)}⟩`
}
