import { parseJson, type JsonObject, type WireReply } from '@interlingua/core'
import type { Dispatcher } from 'undici'
import { redactAnswer } from '../answers/redact-answer.ts'
import { contentCodings } from '../requests/content-codings.ts'
import { reportStatus } from '../upstreams/report-status.ts'
import { timeToWait } from '../upstreams/time-to-wait.ts'
import type { TaskPlace } from './task-driver.ts'
import type { TaskSilence } from './task-step.ts'

const nothingKnown = { code: 'server', message: '', retryable: true } as const

/** What is asked beside the path. */
export interface TaskQuestion {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  /** Most bytes of the answer; default what the gateway takes of upstreams. */
  readonly limit?: number
}

/**
 * Asks the upstream of a task's channel, with the channel's credentials, for the document at `path` (as the adapter spells it: the channel's
 * own base is put before it). Gives a good answer, whole, with no credential in it; else what it means that there is none. Never rejects.
 */
export async function askAboutTask(
  { gateway, channel, signal }: TaskPlace,
  path: string,
  { method = 'GET', headers = {}, body: asked, limit = gateway.answerBytes }: TaskQuestion = {},
): Promise<{ readonly state: 'answered'; readonly reply: WireReply<unknown> } | TaskSilence> {
  const { circuit } = channel
  const pass = circuit.acquire()
  if (pass === undefined) return { state: 'unreachable', problem: 'the channel is not to be called now', wait: circuit.openForMs() }
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
      return wait === undefined ? { state: 'unreachable', problem } : { state: 'unreachable', problem, wait }
    }
    const text = await readText(answer, limit)
    if (text === undefined) return { state: 'unreachable', problem: 'the upstream sent an answer that cannot be taken' }
    const told = parseJson(redactAnswer(text, channel.secrets).toString('utf8'))
    return { state: 'answered', reply: { status, headers: textHeaders(answer), body: told } }
  } catch (error) {
    if (!known) circuit[signal.aborted ? 'release' : 'fail'](pass)
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
    return { state: 'unreachable', problem: `the upstream cannot be reached (${String(code ?? name)})` }
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
