import { WireError, type WireReply } from '@interlingua/core'
import { pathSegment, type Draft } from '@interlingua/core/adapter'
import { ended } from '../upstream/ended.ts'
import { failedBy } from '../upstream/failed-by.ts'
import { objectOf } from '../upstream/object-of.ts'
import { percentIn } from '../upstream/percent-in.ts'
import { stateFromWord } from '../upstream/state-from-word.ts'
import { wholeIn } from '../upstream/whole-in.ts'
import type { VideoFacts, VideoState } from '../video-state.ts'
import { format } from './format.ts'

/** The state of a video object. https://platform.openai.com/docs/api-reference/videos/object */
export function decodePoll(reply: WireReply<unknown>): VideoState {
  const wire = objectOf(reply, format)
  const { status, id, error, size, progress: told } = wire
  if (typeof status !== 'string') throw new WireError(format, '/status', 'a status is expected')
  const state = stateFromWord(status)
  if (state === undefined) return { state: 'unknown', word: status }
  const facts: Draft<VideoFacts> = {}
  const [seconds, created] = [wholeIn(wire['seconds']), wholeIn(wire['created_at'])]
  const [completed, expires] = [wholeIn(wire['completed_at']), wholeIn(wire['expires_at'])]
  if (seconds !== undefined) facts.duration = seconds
  if (typeof size === 'string') facts.size = size
  if (created !== undefined) facts.createdAt = created
  if (completed !== undefined) facts.updatedAt = completed
  if (expires !== undefined) facts.expiresAt = expires
  switch (state) {
    case 'queued':
    case 'running': {
      const progress = percentIn(told)
      return { state, facts, ...(progress !== undefined && { progress }) }
    }
    case 'succeeded':
      if (typeof id !== 'string' || id === '') throw new WireError(format, '/id', 'the id of a video is expected')
      return { state, facts, videos: [{ type: 'path', path: `/v1/videos/${pathSegment(id)}/content`, mime: 'video/mp4' }] }
    default:
      return { state, facts, failure: failedBy(error, ended[state]) }
  }
}
