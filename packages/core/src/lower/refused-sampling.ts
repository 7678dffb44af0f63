import type { ModelProfile } from '../model-profile.ts'
import type { SamplingOptions } from '../request.ts'

/** Given sampling settings that the model refuses and that can be left out without harm. */
export function refusedSampling(sampling: SamplingOptions, model: ModelProfile | undefined): readonly (keyof SamplingOptions)[] {
  const refused: (keyof SamplingOptions)[] = []
  if (model === undefined) return refused
  const drop = (key: keyof SamplingOptions): void => {
    if (sampling[key] !== undefined && !refused.includes(key)) refused.push(key)
  }
  if (model.sampling === false) for (const key of ['temperature', 'topP', 'topK'] as const) drop(key)
  else if (model.exclusiveSampling === true && sampling.temperature !== undefined && sampling.topP !== undefined) {
    // A value of 1 is the default, so the other setting is the one that matters.
    drop(sampling.temperature === 1 && sampling.topP !== 1 ? 'temperature' : 'topP')
  }
  if (model.penalties === false) for (const key of ['frequencyPenalty', 'presencePenalty'] as const) drop(key)
  return refused
}
