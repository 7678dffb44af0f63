import { isJsonObject, type JsonObject } from '@interlingua/core'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { format, parse } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDownload } from '../../video/read-download.ts'
import type { Terminal } from '../terminal.ts'
import { askGateway, messageOf, openGateway } from './ask-gateway.ts'
import { CommandFailed } from './command-failed.ts'
import { submitWish } from './submit-wish.ts'
import type { VideoOptions } from './video-options.ts'

/** How it stands. `progress`: 0 to 100, where it is told. */
type Standing = (status: string, progress: number | undefined) => void

const done: ReadonlySet<string> = new Set(['succeeded', 'success'])
const over: ReadonlySet<string> = new Set(['failed', 'expired'])
/** Seconds. */
const usual = 5

/** Asks after a task until it has ended, and gives its addresses; none for videos that are downloaded. Rejects with a `CommandFailed`. */
async function waitForVideo(id: string, options: VideoOptions, signal: AbortSignal, tell: Standing): Promise<readonly string[]> {
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

const width = 24
const marks = ['|', '/', '-', '\\'] as const

/** Shows how a task stands: on a terminal as one line that changes, elsewhere as a line for each change. */
function showProgress(write: (text: string) => void, isTerminal: boolean): { readonly tell: Standing; readonly end: () => void } {
  const begin = Date.now()
  let told = ''
  let last: readonly [string, number | undefined] = ['queued', undefined]
  let turn = 0

  function draw(): void {
    const [status, progress] = last
    const seconds = Math.round((Date.now() - begin) / 1000)
    const filled = Math.round(((progress ?? 0) / 100) * width)
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`
    write(`\r\u001b[2K${marks[turn++ % marks.length]} ${bar} ${status}${progress === undefined ? '' : ` ${progress}%`} ${seconds} s`)
  }

  const timer = isTerminal ? setInterval(draw, 200) : undefined
  return {
    tell(status, progress) {
      last = [status, progress]
      const line = `${status}${progress === undefined ? '' : ` ${progress}%`}\n`
      if (!isTerminal && line !== told) write(line)
      told = line
    },
    end() {
      if (timer === undefined) return
      clearInterval(timer)
      write('\r\u001b[2K')
    },
  }
}

/** What shells say of a command that was interrupted. */
const interrupted = 130

/** Makes a video, or goes on with one, and saves it. Gives the exit code. Ctrl-C leaves the task, which goes on, and says its id. */
export async function runVideo(prompt: string, options: VideoOptions, { out, err }: Terminal): Promise<number> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort(new Error('interrupted'))
  process.once('SIGINT', leave)
  let { task } = options
  let progress: ReturnType<typeof showProgress> | undefined
  try {
    if (task === undefined) {
      task = await submitWish(prompt, options, leaving.signal)
      err(`${task}\n`)
    }
    progress = showProgress(err, process.stderr.isTTY === true)
    const urls = await waitForVideo(task, options, leaving.signal, progress.tell)
    progress.end()
    for (const file of await saveVideos(task, urls, options, leaving.signal)) out(`${file}\n`)
    return 0
  } catch (error) {
    progress?.end()
    if (leaving.signal.aborted) {
      err(task === undefined ? 'left before there was a task\n' : `the task goes on: interlingua video --task ${task}\n`)
      return interrupted
    }
    if (!(error instanceof CommandFailed)) throw error
    err(`error: ${error.message}\n`)
    return 1
  } finally {
    process.off('SIGINT', leave)
  }
}

/** Saves the videos of a task and gives the names of the files: that of `out`, and for further ones with a number before its ending. Rejects with a `CommandFailed`. */
async function saveVideos(id: string, urls: readonly string[], options: VideoOptions, signal: AbortSignal): Promise<readonly string[]> {
  const { out = `${id}.mp4` } = options
  if (urls.length === 0) {
    const answer = await openGateway(options, `v1/video/generations/download?id=${encodeURIComponent(id)}`, signal)
    await save(out, readDownload(bodyOf(answer)), signal)
    return [out]
  }
  const files: string[] = []
  for (const [index, url] of urls.entries()) {
    const file = index === 0 ? out : numbered(out, index + 1)
    // The key is the gateway's alone; such addresses need none.
    const answer = await fetch(url, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new CommandFailed('the video was made, but its address cannot be reached')
    })
    await save(file, bodyOf(answer), signal)
    files.push(file)
  }
  return files
}

function bodyOf({ status, body }: Response): AsyncIterable<Uint8Array> {
  if (status !== 200 || body === null) throw new CommandFailed(`the video was made, but cannot be had: status ${status}`)
  return body as unknown as AsyncIterable<Uint8Array> // its types leave out that it can be walked
}

/** What is not whole has another name. */
async function save(file: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(bytes), createWriteStream(part), { signal })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    if (signal.aborted || error instanceof CommandFailed) throw error
    throw new CommandFailed(`the video was made, but could not be saved as ${file}`)
  }
}

function numbered(out: string, number: number): string {
  const { dir, name, ext } = parse(out)
  return format({ dir, name: `${name}-${number}`, ext })
}
