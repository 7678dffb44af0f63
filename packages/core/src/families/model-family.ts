import type { ModelProfile } from '../model-profile.ts'

/** What holds for a family of models in whatever format they are asked. */
export type ModelFamily = Omit<ModelProfile, 'format' | 'asOf'>

/** Behind each profile the same for the ids of routers: `openai/gpt-5.6` beside `gpt-5.6`. */
export function withRouters(profiles: readonly ModelProfile[]): readonly ModelProfile[] {
  return profiles.flatMap((profile) =>
    /^\*|\//.test(profile.pattern) ? [profile] : [profile, { ...profile, pattern: `*/${profile.pattern}` }],
  )
}
