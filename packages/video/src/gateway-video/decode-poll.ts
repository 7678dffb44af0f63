import { type Failure, type FailureCode, isJsonObject, isRetryable, type JsonObject, WireError, type WireReply } from '@interlingua/core'
import { pathSegment } from '@interlingua/core/adapter'
import { failureFromStatus } from '@interlingua/adapter-kit'
import { ended } from '../upstream/ended.ts'
import { factsOfTask, usageOfTask } from '../upstream/facts-of-task.ts'
import { failed } from '../upstream/failed.ts'
import { objectOf } from '../upstream/object-of.ts'
import { percentIn } from '../upstream/percent-in.ts'
import { stateFromWord } from '../upstream/state-from-word.ts'
import { wholeIn } from '../upstream/whole-in.ts'
import type { VideoResult, VideoState } from '../video-state.ts'
import { format } from './format.ts'

/**
 * The state of a task at another gateway, in the flat or the wrapped shape (`{code, data: {…}}`, also around a flat document). `UNKNOWN`
 * counts as queued: gateways report it for a task that was just made.
 */
export function decodePoll(reply: WireReply<unknown>): VideoState {
  const wire = objectOf(reply, format)
  const data = isJsonObject(wire['data']) ? wire['data'] : wire
  const { status } = data
  if (typeof status !== 'string') throw new WireError(format, data === wire ? '/status' : '/data/status', 'a status is expected')
  const state = /^unknown$/i.test(status) ? 'queued' : stateFromWord(status)
  if (state === undefined) return { state: 'unknown', word: status }
  const inner = isJsonObject(data['data']) ? data['data'] : {}
  const facts = factsOfTask(inner)
  switch (state) {
    case 'queued':
    case 'running': {
      const progress = percentIn(data['progress'])
      return { state, facts, ...(progress !== undefined && { progress }) }
    }
    case 'succeeded': {
      const usage = usageOfTask(facts)
      return { state, facts, videos: videosOf(wire, data, inner), ...(usage && { usage }) }
    }
    default:
      return { state, facts, failure: failureOf(data, inner, ended[state]) }
  }
}

function videosOf(wire: JsonObject, data: JsonObject, inner: JsonObject): readonly VideoResult[] {
  const content = isJsonObject(inner['content']) ? inner['content']['video_url'] : undefined
  // Gateways name the videos by a list or by the first URL alone.
  for (const told of [data['urls'], data['url'], data['result_url'], content, wire['urls'], wire['url']]) {
    const urls: readonly unknown[] = Array.isArray(told) ? told : [told]
    const videos = urls.flatMap((url) => (typeof url === 'string' && url !== '' ? [resultOf(url)] : []))
    if (videos.length > 0) return videos
  }
  const id = data['task_id'] ?? data['id']
  if (typeof id !== 'string' || id === '') throw new WireError(format, '/url', 'a finished task has a video')
  return [{ type: 'path', path: `/v1/video/generations/download?id=${pathSegment(id)}`, mime: 'application/json' }]
}

function resultOf(url: string): VideoResult {
  const head = /^data:(video\/[\w.+-]+);base64,/i.exec(url)
  return head
    ? { type: 'inline', mime: (head[1] ?? '').toLowerCase(), base64: url.slice(head[0].length) }
    : { type: 'url', url, mime: 'video/mp4' }
}

function failureOf(data: JsonObject, inner: JsonObject, otherwise: FailureCode): Failure {
  const error = isJsonObject(data['error']) ? data['error'] : isJsonObject(inner['error']) ? inner['error'] : {}
  const reason = data['fail_reason']
  const message = typeof reason === 'string' && reason !== '' ? reason : error['message']
  const number = wholeIn(error['code'])
  const told = failed(message, [error['code']], otherwise)
  if (number === undefined || number < 400 || number > 599 || told.code !== 'server') return told
  const code = failureFromStatus(number)
  return { ...told, code, retryable: isRetryable(code) }
}
