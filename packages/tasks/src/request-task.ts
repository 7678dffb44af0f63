import { type JsonObject, parseJson, type WireReply } from '@interlingua/core'
import type { Dispatcher } from 'undici'
import { noteTrouble, redactAnswer, reportStatus, timeToWait } from '@interlingua/upstreams'
import { contentCodings } from '@interlingua/gateway-kernel'
import type { TaskPlace, TaskSilence } from './task.ts'

const nothingKnown = { code: 'server', message: '', retryable: true } as const

/** Milliseconds after which a channel that is not called is looked at again. */
const longestWait = 120_000

/** Request about a task, beside its path. */
export interface TaskQuestion {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  /** Largest answer in bytes. Default: `answerBytes` of the host. */
  readonly limit?: number
}

/**
 * Sends a request about a task to the upstream of its channel, with the channel's credentials; `path` is the adapter's, and gets the channel's base.
 * Returns a good answer whole and redacted, else the step that its absence means; never rejects.
 */
export async function requestTask(
  { host, channel, signal }: TaskPlace,
  path: string,
  { method = 'GET', headers = {}, body: asked, limit = host.answerBytes }: TaskQuestion = {},
): Promise<{ readonly state: 'answered'; readonly reply: WireReply<unknown> } | TaskSilence> {
  const { circuit } = channel
  const pass = await circuit.acquire()
  // An operator's pause may be ended early.
  if (pass === undefined)
    return { state: 'unreachable', problem: 'the channel is not to be called now', wait: Math.min(longestWait, circuit.openForMs()) }
  let known = false
  try {
    const { origin, pool } = channel
    const all = { ...headers, ...channel.headers }
    const body = asked === undefined ? null : JSON.stringify(asked)
    const answer = await pool.request({ origin, path: channel.path(path), method, headers: all, body, signal })
    known = true
    reportStatus(circuit, pass, answer.statusCode)
    const { statusCode: status } = answer
    if (status < 200 || status > 299) {
      await answer.body.dump({ limit: 65_536 }).catch(() => {})
      if (status === 404) return { state: 'missing' }
      const wait = timeToWait(answer.headers, nothingKnown)
      const problem = `the upstream answers with status ${status}`
      if (status >= 500) noteTrouble(channel, { code: 'server', message: problem }, status)
      return wait === undefined ? { state: 'unreachable', problem } : { state: 'unreachable', problem, wait }
    }
    const text = await readText(answer, limit)
    if (text === undefined) return { state: 'unreachable', problem: 'the upstream sent an answer that cannot be taken' }
    const document = parseJson(redactAnswer(text, channel.secrets).toString('utf8'))
    return { state: 'answered', reply: { status, headers: textHeaders(answer), body: document } }
  } catch (error) {
    if (!known) circuit[signal.aborted ? 'release' : 'fail'](pass)
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
    const problem = `the upstream cannot be reached (${String(code ?? name)})`
    if (!signal.aborted) noteTrouble(channel, { code: 'server', message: problem })
    return { state: 'unreachable', problem }
  }
}

async function readText({ headers, body }: Dispatcher.ResponseData, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop ends the call.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks, size)
  const coding = headers['content-encoding']
  if (coding === undefined || coding === 'identity') return bytes.toString('utf8')
  const inflate = contentCodings.get(String(coding).trim().toLowerCase())
  return inflate && (await inflate(bytes, { maxOutputLength: limit })).toString('utf8')
}

function textHeaders({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') texts[name] = value
  }
  return texts
}
