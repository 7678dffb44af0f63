import type { Usage } from '@interlingua/core'
import { extensionsOf } from './extension.ts'
import { format } from './wire.ts'

export function decodeTokens({ in: input, out, ...rest }: { readonly in: number; readonly out: number }): Usage {
  return { input: { total: input, fresh: input }, output: { total: out }, ...extensionsOf(rest) }
}

export function encodeTokens(usage: Usage): { readonly in: number; readonly out: number } {
  return { in: usage.input.total ?? 0, out: usage.output.total ?? 0, ...usage.extensions?.[format]?.rest }
}
