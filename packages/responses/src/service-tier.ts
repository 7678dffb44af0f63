import type { Context } from '@interlingua/core'
import { notice } from './notices.ts'

/** https://platform.openai.com/docs/api-reference/responses/object (service_tier) */
const tiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast'])

/** Tier of a response in the words of this format: its own, or one from this format's servers; others are reported. */
export function answerTier(tier: string | undefined, own: boolean, at: string, context: Context): string | undefined {
  if (tier === undefined || own || tiers.has(tier)) return tier
  context.onNotice(notice('service-tier', at as '/service_tier')) // a pointer, put together from two
  return undefined
}
