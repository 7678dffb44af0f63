import type { ModelProfile } from '../model-profile.ts'

/** Facts about a family of models that hold in every format. */
export type ModelFamily = Omit<ModelProfile, 'format' | 'asOf'>

/** Adds to each profile the same one for ids of routers: `openai/gpt-5.6` beside `gpt-5.6`. */
export function withRouters(profiles: readonly ModelProfile[]): readonly ModelProfile[] {
  return profiles.flatMap((profile) =>
    /^\*|\//.test(profile.pattern) ? [profile] : [profile, { ...profile, pattern: `*/${profile.pattern}` }],
  )
}
