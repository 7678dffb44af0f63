import { type Context, type Failure, type FailureCode, isJsonObject, type JsonObject, WireError, type WireReply } from '@interlingua/core'
import { pathSegment, type Draft } from '@interlingua/core/adapter'
import { ended } from '../upstream/ended.ts'
import { failedBy } from '../upstream/failed-by.ts'
import { failed } from '../upstream/failed.ts'
import { objectOf } from '../upstream/object-of.ts'
import { stateFromWord } from '../upstream/state-from-word.ts'
import { wholeIn } from '../upstream/whole-in.ts'
import type { VideoFacts, VideoResult, VideoState } from '../video-state.ts'
import { format } from './format.ts'

/**
 * The state of a job, whose video has an id other than the job's. A job that succeeded without a video counts as failed, and a job after
 * its `expires_at` as expired.
 */
export function decodePoll(reply: WireReply<unknown>, { now }: Context): VideoState {
  const wire = objectOf(reply, format)
  const { status, generations } = wire
  if (typeof status !== 'string') throw new WireError(format, '/status', 'a status is expected')
  const state = stateFromWord(status)
  if (state === undefined) return { state: 'unknown', word: status }
  const made = Array.isArray(generations) ? generations.filter(isJsonObject) : []
  const facts = factsOf(wire, made[0])
  switch (state) {
    case 'queued':
    case 'running':
      return { state, facts }
    case 'succeeded': {
      if (facts.expiresAt !== undefined && facts.expiresAt * 1000 < now())
        return { state: 'expired', failure: failed('the upstream keeps the video no longer', [], 'timeout'), facts }
      const videos = made.flatMap(({ id }): VideoResult[] =>
        typeof id === 'string' ? [{ type: 'path', path: `/v1/video/generations/${pathSegment(id)}/content/video`, mime: 'video/mp4' }] : [],
      )
      return videos.length > 0
        ? { state, videos, facts }
        : { state: 'failed', failure: failed('the upstream made no video', [], 'policy'), facts }
    }
    default:
      return { state, failure: failureOf(wire, ended[state]), facts }
  }
}

function failureOf({ failure_reason: reason, error }: JsonObject, otherwise: FailureCode): Failure {
  return failedBy(error ?? reason, otherwise)
}

function factsOf(wire: JsonObject, generation: JsonObject | undefined): VideoFacts {
  const facts: Draft<VideoFacts> = {}
  const [created, finished, expires] = [wholeIn(wire['created_at']), wholeIn(wire['finished_at']), wholeIn(wire['expires_at'])]
  if (created !== undefined) facts.createdAt = created
  if (finished !== undefined) facts.updatedAt = finished
  if (expires !== undefined) facts.expiresAt = expires
  const from = generation ?? wire
  const [width, height, seconds] = [wholeIn(from['width']), wholeIn(from['height']), wholeIn(from['n_seconds'])]
  if (width !== undefined && height !== undefined) facts.size = `${width}x${height}`
  if (seconds !== undefined) facts.duration = seconds
  return facts
}
