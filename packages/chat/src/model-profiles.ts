import type { ModelProfile } from '@interlingua/core'

/** What model families accept on this format, first match wins. Gathered from public documentation; extend it by configuration. */
export const modelProfiles: readonly ModelProfile[] = []
