import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@interlingua/core'
import { readDirectives } from '../../read-directives.ts'
import type { Directives } from '../../read-directives.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { Exchange } from '../exchange.ts'
import { keyOf } from '../key-of.ts'
import { readDuration } from '../read-duration.ts'
import { sendDocument } from '../send-document.ts'
import type { VendorFace } from '../vendor-face.ts'
import type { Film } from './film.ts'
import type { VideoTask } from './video-task.ts'

/** A wish for videos that is granted. */
export interface VideoWish {
  readonly format: string
  readonly model: string
  /** As it came, with its directives. */
  readonly prompt: string
  readonly films: readonly Film[]
  readonly facts: JsonObject
  /** The task's name in the vendor's style, of a part that nobody had before. */
  name(unique: string): string
}

/** How long a task takes where nobody says, a quarter of it in the queue. */
const usually = 2000

/**
 * Makes a task, and tells of it. Its id is another one every time, unlike everything else of the demo: ids are kept elsewhere, and must not
 * come to mean somebody else's task when the demo starts again.
 */
export async function submitVideo(
  wish: VideoWish,
  exchange: Exchange,
  face: VendorFace,
  directives: Directives,
  print: (task: VideoTask) => JsonObject,
): Promise<void> {
  const { format, model, prompt, films, facts } = wish
  const { state, headers, response, signal } = exchange
  const given = readDirectives(prompt, headers)
  const takes = given.has('task-time') ? readDuration(given.get('task-time')) : usually
  const submitted = Date.now()
  const task: VideoTask = {
    id: wish.name(randomUUID().replaceAll('-', '')),
    format,
    key: keyOf(exchange) ?? '',
    model,
    prompt: stripDirectives(prompt),
    directives: given,
    submitted,
    runs: submitted + takes / 4,
    ends: submitted + takes,
    films,
    facts,
    strikes: new Map(),
  }
  state.videos.put(task)
  state.stats.videos++
  const lost = directives.get('lost-submit')
  if (!lost) return sendDocument(exchange, face, print(task), directives)
  await sleep(readDuration(lost), undefined, { signal })
  response.destroy()
}
