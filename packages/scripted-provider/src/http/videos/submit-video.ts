import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@interlingua/core'
import { readDirectives } from '../../read-directives.ts'
import type { Directives } from '../../read-directives.ts'
import { stripDirectives } from '../../strip-directives.ts'
import { demandPackages } from '../demand-packages.ts'
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { readDuration } from '../read-duration.ts'
import { sendDocument } from '../send-document.ts'
import type { VendorProfile } from '../vendor-profile.ts'
import type { Video } from './video.ts'
import type { VideoTask } from './video-task.ts'

/** A request for videos that passed all checks. */
export interface VideoRequest {
  readonly format: string
  readonly model: string
  /** The prompt with its directives. */
  readonly prompt: string
  readonly videos: readonly Video[]
  readonly facts: JsonObject
  /** The task's id in the vendor's style, made from a unique part. */
  name(unique: string): string
}

/** The default duration of a task in milliseconds, a quarter of which is in the queue. */
const usually = 2000

/**
 * Makes a task and answers with it. Its id is random, unlike everything else of the demo: callers store ids, which must not match another
 * task after a restart of the demo.
 */
export async function submitVideo(
  request: VideoRequest,
  demoRequest: DemoRequest,
  profile: VendorProfile,
  directives: Directives,
  encode: (task: VideoTask) => JsonObject,
): Promise<void> {
  // Checked before the task exists, not when its file is fetched.
  demandPackages('jimp', 'h264-mp4-encoder')
  const { format, model, prompt, videos, facts } = request
  const { state, headers, response, signal } = demoRequest
  const given = readDirectives(prompt, headers)
  const takes = given.has('task-time') ? readDuration(given.get('task-time')) : usually
  const submitted = Date.now()
  const task: VideoTask = {
    id: request.name(randomUUID().replaceAll('-', '')),
    format,
    key: keyOf(demoRequest) ?? '',
    model,
    prompt: stripDirectives(prompt),
    directives: given,
    submitted,
    runs: submitted + takes / 4,
    ends: submitted + takes,
    videos,
    facts,
    directiveUses: new Map(),
  }
  state.videos.put(task)
  state.stats.videos++
  const lost = directives.get('lost-submit')
  if (!lost) return sendDocument(demoRequest, profile, encode(task), directives)
  await sleep(readDuration(lost), undefined, { signal })
  response.destroy()
}
