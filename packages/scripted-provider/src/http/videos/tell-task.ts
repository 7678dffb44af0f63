import type { Failure, JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import type { Exchange } from '../exchange.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import type { VendorFace } from '../vendor-face.ts'
import { pollFailure } from './poll-failure.ts'
import { standOf } from './stand-of.ts'
import type { Standing } from './stand-of.ts'
import { strike } from './strike.ts'
import type { VideoTask } from './video-task.ts'

/** Tells how a task stands, well or badly, as its directives say. `unknown` is the error of one that is not there. */
export async function tellTask(
  task: VideoTask | undefined,
  exchange: Exchange,
  face: VendorFace,
  unknown: Failure,
  print: (task: VideoTask, standing: Standing, now: number) => JsonObject | Promise<JsonObject>,
): Promise<void> {
  const now = Date.now()
  const standing = task && standOf(task, now)
  if (!task || !standing || standing === 'gone') return sendFailure(exchange, face, unknown)
  const failure = pollFailure(task, 'poll-status')
  if (failure) return sendFailure(exchange, face, failure)
  const cut = strike(task, 'poll-cut')
  const directives: Directives = cut ? new Map([['cut', cut]]) : none
  return sendDocument(exchange, face, await print(task, standing, now), directives)
}

const none: Directives = new Map()
