import { findModelProfile } from '@interlingua/core'
import type { ModelProfile } from '@interlingua/core'

/**
 * Patterns of a table of profiles that no id reaches, or that change no facts. Patterns of routers repeat the vendor's, and do not count.
 */
export function idleProfiles(profiles: readonly ModelProfile[]): readonly string[] {
  return profiles
    .filter((profile, index) => {
      if (profile.pattern.startsWith('*/')) return false
      const id = profile.pattern.replaceAll('*', profile.pattern.includes('*-') ? 'x' : '')
      if (findModelProfile(profiles, id) !== profile) return true
      const next = findModelProfile(profiles.toSpliced(index, 1), id)
      return next !== undefined && encode(next) === encode(profile)
    })
    .map(({ pattern }) => pattern)
}

function encode({ pattern: _, ...facts }: ModelProfile): string {
  return JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Facts of a profile as one line, for a table of expectations. */
export function encodeFacts({ format: _, asOf: __, pattern: ___, images: ____, imageLimit: _____, ...facts }: ModelProfile): string {
  const spelled = Object.entries(facts).map(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value) ? `${key}=${JSON.stringify(value)}` : `${key}=${String(value)}`,
  )
  return spelled.sort().join(' ')
}
