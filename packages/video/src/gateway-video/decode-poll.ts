import { isJsonObject, WireError, type JsonObject, type WireReply } from '@interlingua/core'
import { failureOfStatus, isRetryable, type Draft } from '@interlingua/dialects'
import { failed } from '../upstream/failed.ts'
import { objectOf } from '../upstream/object-of.ts'
import { stateOfWord } from '../upstream/state-of-word.ts'
import { wholeIn } from '../upstream/whole-in.ts'
import type { VideoFacts, VideoResult, VideoState } from '../video-state.ts'
import { format } from './format.ts'

/**
 * A task of another gateway, in the flat or the wrapped shape (`{code, data: {…}}`, around the flat one as well). `UNKNOWN` is what some say
 * of a task that has just been made.
 */
export function decodePoll(reply: WireReply<unknown>): VideoState {
  const wire = objectOf(reply, format)
  const data = isJsonObject(wire['data']) ? wire['data'] : wire
  const { status } = data
  if (typeof status !== 'string') throw new WireError(format, data === wire ? '/status' : '/data/status', 'a status is expected')
  const state = /^unknown$/i.test(status) ? 'queued' : stateOfWord(status)
  if (state === undefined) return { state: 'unknown', word: status }
  const inner = isJsonObject(data['data']) ? data['data'] : {}
  const facts = factsOf(inner)
  switch (state) {
    case 'queued':
    case 'running': {
      const progress = progressOf(data)
      return { state, facts, ...(progress !== undefined && { progress }) }
    }
    case 'succeeded':
      return { state, facts, videos: videosOf(wire, data, inner) }
    default:
      return { state, facts, failure: failureOf(data, inner, state) }
  }
}

function videosOf(wire: JsonObject, data: JsonObject, inner: JsonObject): readonly VideoResult[] {
  const content = isJsonObject(inner['content']) ? inner['content']['video_url'] : undefined
  const { urls } = data
  const all = Array.isArray(urls) && urls.length > 0 ? urls : [data['url'] ?? data['result_url'] ?? content ?? wire['url']]
  const videos = all.flatMap((url) => (typeof url === 'string' && url !== '' ? [resultOf(url)] : []))
  if (videos.length > 0) return videos
  const id = data['task_id']
  if (typeof id !== 'string') throw new WireError(format, '/url', 'a finished task has a video')
  return [{ type: 'path', path: `/v1/video/generations/download?id=${encodeURIComponent(id)}`, mime: 'application/json' }]
}

function resultOf(url: string): VideoResult {
  const head = /^data:(video\/[\w.+-]+);base64,/i.exec(url)
  return head
    ? { type: 'inline', mime: (head[1] ?? '').toLowerCase(), base64: url.slice(head[0].length) }
    : { type: 'url', url, mime: 'video/mp4' }
}

function failureOf(data: JsonObject, inner: JsonObject, state: 'failed' | 'cancelled' | 'expired'): ReturnType<typeof failed> {
  const error = isJsonObject(data['error']) ? data['error'] : isJsonObject(inner['error']) ? inner['error'] : {}
  const reason = data['fail_reason']
  const message = typeof reason === 'string' && reason !== '' ? reason : error['message']
  const otherwise = state === 'cancelled' ? 'cancelled' : state === 'expired' ? 'timeout' : 'server'
  const number = wholeIn(error['code'])
  const told = failed(message, [error['code']], otherwise)
  if (number === undefined || number < 400 || number > 599 || told.code !== 'server') return told
  const code = failureOfStatus(number)
  return { ...told, code, retryable: isRetryable(code) }
}

function progressOf({ progress }: JsonObject): number | undefined {
  return wholeIn(typeof progress === 'string' ? progress.replace(/%$/, '') : progress)
}

function factsOf(inner: JsonObject): VideoFacts {
  const { ratio, resolution, generate_audio: audio, usage } = inner
  const facts: Draft<VideoFacts> = {}
  const [duration, seed] = [wholeIn(inner['duration']), wholeIn(inner['seed'])]
  if (duration !== undefined) facts.duration = duration
  if (seed !== undefined) facts.seed = seed
  if (typeof ratio === 'string') facts.ratio = ratio
  if (typeof resolution === 'string') facts.resolution = resolution
  if (typeof audio === 'boolean') facts.audio = audio
  if (isJsonObject(usage)) facts.usage = usage
  return facts
}
