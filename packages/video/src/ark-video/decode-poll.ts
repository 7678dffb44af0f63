import { isJsonObject, WireError, type JsonObject, type WireReply } from '@interlingua/core'
import { failedBy } from '../upstream/failed-by.ts'
import { objectOf } from '../upstream/object-of.ts'
import { stateOfWord } from '../upstream/state-of-word.ts'
import { wholeIn } from '../upstream/whole-in.ts'
import type { Draft } from '@interlingua/dialects'
import type { VideoFacts, VideoState } from '../video-state.ts'
import { format } from './format.ts'

/** A task of Seedance. https://www.volcengine.com/docs/82379/1521309 */
export function decodePoll(reply: WireReply<unknown>): VideoState {
  const wire = objectOf(reply, format)
  const { status, content, error, failure_reason: reason } = wire
  if (typeof status !== 'string') throw new WireError(format, '/status', 'a status is expected')
  const state = stateOfWord(status)
  const facts = factsOf(wire)
  switch (state) {
    case undefined:
      return { state: 'unknown', word: status }
    case 'queued':
    case 'running':
      return { state, facts }
    case 'succeeded': {
      const url = isJsonObject(content) ? content['video_url'] : undefined
      if (typeof url !== 'string' || url === '') throw new WireError(format, '/content/video_url', 'a finished task has a video')
      const usage = usageOf(wire)
      return { state, videos: [{ type: 'url', url, mime: 'video/mp4' }], facts, ...(usage && { usage }) }
    }
    default: {
      const told = isJsonObject(error) ? error : isJsonObject(reason) ? reason : { message: typeof reason === 'string' ? reason : null }
      const otherwise = state === 'cancelled' ? 'cancelled' : state === 'expired' ? 'timeout' : 'server'
      return { state, failure: failedBy(told, otherwise), facts }
    }
  }
}

function factsOf(wire: JsonObject): VideoFacts {
  const { content, generate_audio: audio, ratio, resolution, usage } = wire
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
  if (typeof frame === 'string') facts.lastFrameUrl = frame
  if (isJsonObject(usage)) facts.usage = usage
  return facts
}

function usageOf({ usage }: JsonObject): Extract<VideoState, { state: 'succeeded' }>['usage'] {
  const total = isJsonObject(usage) ? wholeIn(usage['completion_tokens']) : undefined
  return total === undefined ? undefined : { input: {}, output: { total }, raw: usage as JsonObject } // just looked into
}
