import { findModelProfile, type Format, type ModelProfile } from '@interlingua/core'
import type { GatewayConfig } from '../config/gateway-config.ts'
import { dropAbsent } from './drop-absent.ts'
import { rememberByName } from '../remember-by-name.ts'

/** What is known of a model of `format`: the configuration's own facts win over those of the package. */
export function createProfileFinder(
  config: GatewayConfig,
  format: Format,
  shipped: readonly ModelProfile[],
): (model: string) => ModelProfile | undefined {
  const own = (config.profiles ?? []).filter((profile) => profile.format === format).map((profile) => dropAbsent({ asOf: '', ...profile }))
  const profiles: readonly ModelProfile[] = [...own, ...shipped]
  return rememberByName((model) => findModelProfile(profiles, model))
}
