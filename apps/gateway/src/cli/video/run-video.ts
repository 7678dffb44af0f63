import { readDownload } from '@interlingua/server'
import type { Terminal } from '../terminal.ts'
import { isJsonObject, type JsonObject, parseJson } from '@interlingua/core'
import { findVideoModel, type VideoFamily } from '@interlingua/video'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { format, parse } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Error of a command; the message is for its user. */
class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** Options of `interlingua video`. */
export interface VideoOptions {
  readonly model?: string
  readonly out?: string
  readonly duration?: number
  readonly resolution?: string
  readonly ratio?: string
  readonly family?: VideoFamily
  readonly task?: string
  readonly url: string
  readonly key?: string
}

interface GatewayAnswer {
  readonly status: number
  readonly body: JsonObject
  /** Seconds after which the gateway wants the next request; undefined if it names none. */
  readonly wait: number | undefined
}

/** Number of tries if no answer comes at all, and milliseconds between them. */
const failover = 4
const pause = 1_000

/** Sends a request to the gateway, several times if it cannot be reached, so a repeated request must do no harm. Rejects with a `CommandFailed`. */
async function callGateway(
  options: Pick<VideoOptions, 'url' | 'key'>,
  path: string,
  signal: AbortSignal,
  init: { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<GatewayAnswer> {
  const answer = await openGateway(options, path, signal, init)
  const body = parseJson(await answer.text())
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return { status: answer.status, body: isJsonObject(body) ? body : {}, wait: Number.isFinite(wait) ? wait : undefined }
}

/** Sends a request in the same way, for an answer that is read piece by piece. */
async function openGateway(
  { url, key }: Pick<VideoOptions, 'url' | 'key'>,
  path: string,
  signal: AbortSignal,
  { headers, ...init }: Parameters<typeof callGateway>[3] & object = {},
): Promise<Response> {
  const all = { ...(key !== undefined && { authorization: `Bearer ${key}` }), 'content-type': 'application/json', ...headers }
  for (let left = failover - 1; ; left--) {
    try {
      return await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), { ...init, headers: all, signal })
    } catch (error) {
      if (signal.aborted) throw error
      if (left === 0) throw new CommandFailed(`the gateway at ${url} cannot be reached`)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Message of an error's answer. */
function messageOf({ status, body }: GatewayAnswer): string {
  const { error } = body
  const message = isJsonObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? message : `the gateway answered with status ${status}`
}

const all = ['vf-1', 'vf-2', 'vf-3'] as const satisfies readonly VideoFamily[]

/**
 * Submits a request and returns the id of its task. A model of unknown family is tried in each family, since a refusal costs nothing. Rejects with a
 * `CommandFailed`.
 */
async function submitRequest(prompt: string, options: VideoOptions, signal: AbortSignal): Promise<string> {
  const { model = '', family = findVideoModel(model)?.family } = options
  let problem = ''
  for (const one of family === undefined ? all : [family]) {
    const answer = await callGateway(options, 'v1/video/generations', signal, {
      method: 'POST',
      body: JSON.stringify(requestOf(prompt, model, one, options)),
      headers: { 'idempotency-key': randomUUID() },
    })
    const { id } = answer.body
    if (answer.status === 200 && typeof id === 'string') return id
    const message = messageOf(answer)
    if (answer.status !== 400) throw new CommandFailed(message)
    // A message that a field is another family's is replaced by the next one, since it means nothing to the user.
    if (problem === '' || /no such field/.test(problem)) problem = message
  }
  throw new CommandFailed(problem)
}

function requestOf(prompt: string, model: string, family: VideoFamily, { duration, resolution, ratio }: VideoOptions): JsonObject {
  const size = resolution === undefined ? {} : { resolution }
  switch (family) {
    case 'vf-1':
      return { model, prompt, ...size, ...(duration !== undefined && { duration }), ...(ratio !== undefined && { aspect_ratio: ratio }) }
    case 'vf-2':
      return {
        model,
        prompt,
        ...size,
        ...(duration !== undefined && { durationSeconds: duration }),
        ...(ratio !== undefined && { aspectRatio: ratio }),
      }
    case 'vf-3': {
      const content = [{ type: 'text', text: prompt }]
      return {
        model,
        prompt,
        metadata: { content, ...size, ...(duration !== undefined && { duration }), ...(ratio !== undefined && { ratio }) },
      }
    }
  }
}

/** Reports the status of a task. `progress`: 0 to 100, undefined if the gateway tells none. */
type Standing = (status: string, progress: number | undefined) => void

const done: ReadonlySet<string> = new Set(['succeeded', 'success'])
const over: ReadonlySet<string> = new Set(['failed', 'expired'])
/** Seconds between two polls where the gateway names none. */
const usual = 5

/** Polls a task until it has ended, and returns the addresses of its videos; none for videos that are downloaded. Rejects with a `CommandFailed`. */
async function waitForVideo(id: string, options: VideoOptions, signal: AbortSignal, report: Standing): Promise<readonly string[]> {
  for (;;) {
    const answer = await callGateway(options, `v1/video/generations/${encodeURIComponent(id)}`, signal)
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
    report(status, Number.isNaN(progress) ? undefined : progress)
    await sleep((answer.wait ?? usual) * 1000, undefined, { signal })
  }
}

function addressesIn({ url }: JsonObject, { urls, result_url: result }: JsonObject): readonly string[] {
  const all = Array.isArray(urls) ? urls : [result ?? url]
  return all.filter((address) => typeof address === 'string' && address !== '') as readonly string[] // filtered to strings above
}

function reasonIn({ error, fail_reason: reason }: JsonObject): string {
  if (typeof reason === 'string' && reason !== '') return reason
  return isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : 'the video could not be made'
}

const width = 24
const marks = ['|', '/', '-', '\\'] as const

/** Shows the progress of a task: on a terminal as one line that changes, elsewhere as a line for each change. */
function showProgress(write: (text: string) => void, isTerminal: boolean): { readonly report: Standing; readonly end: () => void } {
  const begin = Date.now()
  let lastLine = ''
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
    report(status, progress) {
      last = [status, progress]
      const line = `${status}${progress === undefined ? '' : ` ${progress}%`}\n`
      if (!isTerminal && line !== lastLine) write(line)
      lastLine = line
    },
    end() {
      if (timer === undefined) return
      clearInterval(timer)
      write('\r\u001b[2K')
    },
  }
}

/** Exit code of shells for an interrupted command. */
const interrupted = 130

/** Makes a video, or goes on with a task, and saves its videos. Returns the exit code; Ctrl-C prints the id of the task, which goes on. */
export async function runVideo(prompt: string, options: VideoOptions, { out, err }: Terminal): Promise<number> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort(new Error('interrupted'))
  process.once('SIGINT', leave)
  let { task } = options
  let progress: ReturnType<typeof showProgress> | undefined
  try {
    if (task === undefined) {
      task = await submitRequest(prompt, options, leaving.signal)
      err(`${task}\n`)
    }
    progress = showProgress(err, process.stderr.isTTY === true)
    const urls = await waitForVideo(task, options, leaving.signal, progress.report)
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

/**
 * Saves the videos of a task and returns the names of the files: `out`, and for further videos `out` with a number before its ending. Rejects with a
 * `CommandFailed`.
 */
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
    // The key is for the gateway alone, and these addresses need none.
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
  return body as unknown as AsyncIterable<Uint8Array> // a fetch body can be iterated, which its type leaves out
}

/** Writes a file under a temporary name, and renames it once it is whole. */
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
