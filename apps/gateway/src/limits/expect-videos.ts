import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { Expected } from './expected.ts'

/** Most videos of one wish that are believed before it is read. */
const most = 128

/** What a wish for videos may take: its price counts videos. */
export function expectVideos({ n, prompt, instances, parameters }: JsonObject): Expected {
  if (isJsonObject(parameters) && Array.isArray(instances)) {
    // As Google's clients say it.
    const [instance] = instances as readonly Json[] // Array.isArray does not narrow readonly arrays
    return expectVideos({ n: parameters['sampleCount'] ?? 1, prompt: isJsonObject(instance) ? (instance['prompt'] ?? '') : '' })
  }
  const count = Number(n)
  const videos = Number.isInteger(count) && count > 0 ? Math.min(count, most) : 1
  return { input: typeof prompt === 'string' ? Math.ceil(prompt.length / 4) : 0, output: 0, videos }
}
