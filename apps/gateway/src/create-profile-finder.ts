import { findModelProfile, type Format, type ModelProfile } from '@interlingua/core'
import type { GatewayConfig } from './config/gateway-config.ts'
import { dropAbsent } from './drop-absent.ts'

/** Models that are remembered: more are looked up each time. */
const rememberedModels = 1000

/** What is known of a model of `format`: the configuration's own facts win over those of the package. */
export function createProfileFinder(
  config: GatewayConfig,
  format: Format,
  shipped: readonly ModelProfile[],
): (model: string) => ModelProfile | undefined {
  const own = (config.profiles ?? []).filter((profile) => profile.format === format).map((profile) => dropAbsent({ asOf: '', ...profile }))
  const profiles: readonly ModelProfile[] = [...own, ...shipped]
  const known = new Map<string, ModelProfile | undefined>()
  return (model) => {
    if (known.has(model)) return known.get(model)
    const profile = findModelProfile(profiles, model)
    if (known.size < rememberedModels) known.set(model, profile)
    return profile
  }
}
