import { isJsonObject, WireError, type WireReply } from '@interlingua/core'
import { ended } from '../upstream/ended.ts'
import { factsOfTask, usageOfTask } from '../upstream/facts-of-task.ts'
import { failedBy } from '../upstream/failed-by.ts'
import { objectOf } from '../upstream/object-of.ts'
import { stateFromWord } from '../upstream/state-from-word.ts'
import type { VideoState } from '../video-state.ts'
import { format } from './format.ts'

/** A task of Seedance. https://www.volcengine.com/docs/82379/1521309 */
export function decodePoll(reply: WireReply<unknown>): VideoState {
  const wire = objectOf(reply, format)
  const { status, content, error, failure_reason: reason } = wire
  if (typeof status !== 'string') throw new WireError(format, '/status', 'a status is expected')
  const state = stateFromWord(status)
  const facts = factsOfTask(wire)
  switch (state) {
    case undefined:
      return { state: 'unknown', word: status }
    case 'queued':
    case 'running':
      return { state, facts }
    case 'succeeded': {
      const url = isJsonObject(content) ? content['video_url'] : undefined
      if (typeof url !== 'string' || url === '') throw new WireError(format, '/content/video_url', 'a finished task has a video')
      const usage = usageOfTask(facts)
      return { state, videos: [{ type: 'url', url, mime: 'video/mp4' }], facts, ...(usage && { usage }) }
    }
    default:
      return { state, failure: failedBy(error ?? reason, ended[state]), facts }
  }
}
