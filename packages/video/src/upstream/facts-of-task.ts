import { isJsonObject, type JsonObject, type Usage } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { VideoFacts } from '../video-state.ts'
import { wholeIn } from './whole-in.ts'

/** The facts of a task in Ark's document, which other gateways nest in their own. */
export function factsOfTask(wire: JsonObject): VideoFacts {
  const { content, generate_audio: audio, ratio, resolution } = wire
  const facts: Draft<VideoFacts> = {}
  const duration = wholeIn(wire['duration'])
  if (duration !== undefined) facts.duration = duration
  if (typeof ratio === 'string') facts.ratio = ratio
  if (typeof resolution === 'string') facts.resolution = resolution
  if (typeof audio === 'boolean') facts.audio = audio
  const seed = wholeIn(wire['seed'])
  if (seed !== undefined) facts.seed = seed
  const [created, updated] = [wholeIn(wire['created_at']), wholeIn(wire['updated_at'])]
  if (created !== undefined) facts.createdAt = created
  if (updated !== undefined) facts.updatedAt = updated
  const frame = isJsonObject(content) ? content['last_frame_url'] : undefined
  if (typeof frame === 'string' && frame !== '') facts.lastFrameUrl = frame
  const usage = countsIn(wire['usage'])
  if (usage) facts.usage = usage
  return facts
}

/** The tokens that a task used; `undefined` where the document states none. */
export function usageOfTask({ usage }: VideoFacts): Usage | undefined {
  const total = wholeIn(usage?.['completion_tokens'])
  return usage === undefined || total === undefined ? undefined : { input: {}, output: { total }, raw: usage }
}

/** The numbers of a usage document and of the objects in it, which a client may read; anything else is left out. */
function countsIn(usage: JsonObject[string] | undefined): JsonObject | undefined {
  if (!isJsonObject(usage)) return undefined
  const counts = Object.entries(usage).flatMap(([key, value]): [string, JsonObject[string]][] => {
    if (typeof value === 'number') return [[key, value]]
    if (!isJsonObject(value)) return []
    return [[key, Object.fromEntries(Object.entries(value).filter(([, inner]) => typeof inner === 'number'))]]
  })
  return counts.length === 0 ? undefined : Object.fromEntries(counts)
}
