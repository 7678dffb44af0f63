import { isJsonObject, type JsonObject } from '@interlingua/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { askGateway, messageOf } from './ask-gateway.ts'
import { CommandFailed } from './command-failed.ts'
import type { VideoOptions } from './video-options.ts'

/** How it stands. `progress`: 0 to 100, where it is told. */
export type Standing = (status: string, progress: number | undefined) => void

const done: ReadonlySet<string> = new Set(['succeeded', 'success'])
const over: ReadonlySet<string> = new Set(['failed', 'expired'])
/** Seconds. */
const usual = 5

/** Asks after a task until it has ended, and gives its addresses; none for videos that are downloaded. Rejects with a `CommandFailed`. */
export async function waitForVideo(id: string, options: VideoOptions, signal: AbortSignal, tell: Standing): Promise<readonly string[]> {
  for (;;) {
    const answer = await askGateway(options, `v1/video/generations/${encodeURIComponent(id)}`, signal)
    if (answer.status === 429 || answer.status >= 500) {
      await sleep((answer.wait ?? usual) * 1000, undefined, { signal })
      continue
    }
    if (answer.status !== 200) throw new CommandFailed(messageOf(answer))
    const { data } = answer.body
    const task = isJsonObject(data) ? data : answer.body
    const status = String(task['status']).toLowerCase()
    if (done.has(status)) return addressesIn(answer.body, task)
    if (over.has(status)) throw new CommandFailed(reasonIn(task))
    const progress = Number.parseInt(String(task['progress']), 10)
    tell(status, Number.isNaN(progress) ? undefined : progress)
    await sleep((answer.wait ?? usual) * 1000, undefined, { signal })
  }
}

function addressesIn({ url }: JsonObject, { urls, result_url: result }: JsonObject): readonly string[] {
  const all = Array.isArray(urls) ? urls : [result ?? url]
  return all.filter((address) => typeof address === 'string' && address !== '') as readonly string[] // just looked at
}

function reasonIn({ error, fail_reason: reason }: JsonObject): string {
  if (typeof reason === 'string' && reason !== '') return reason
  return isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : 'the video could not be made'
}
