import type { Context, Extensions, Pointer } from '@interlingua/core'
import { hintOf } from './extension.ts'
import { isKnownTier } from './is-known-tier.ts'
import { notice } from './notices.ts'

/** Tier of a response in the words of this format: OpenAI's own, or one from this format's servers; others are reported. */
export function tierOf(
  tier: string | undefined,
  teller: { readonly extensions?: Extensions },
  at: Pointer,
  context: Context,
): string | undefined {
  if (tier === undefined || isKnownTier(tier) || hintOf(teller)?.['serviceTier'] === 'other') return tier
  context.onNotice(notice('service-tier', at))
  return undefined
}
