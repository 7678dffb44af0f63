import { isJsonObject, parseJson, type JsonObject } from '@interlingua/core'
import { ServerResponse, type IncomingMessage } from 'node:http'
import { finishExchange } from '../answers/finish-exchange.ts'
import { openExchange, type Exchange } from '../exchange.ts'
import { guard } from '../faults/guard.ts'
import { releaseHeld } from '../limits/release-held.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { serveGenerate } from '../serving/serve-generate.ts'
import { StoreError } from '../store/store-error.ts'
import { changeResponse } from './change-response.ts'
import { createKeeper, type Keeping } from './create-keeper.ts'
import { isRunning } from './is-running.ts'
import { ownerOf } from './owner-of.ts'
import { tellRecalled } from './tell-recalled.ts'

/** For so long a response that is run may go without a word of whoever runs it. */
export const leaseMillis = 15_000
const beatMillis = 2_000
/** So long, and so often, the end of a run is written while the store cannot be. */
const settleMillis = 300_000
const settlePause = 1_000

/**
 * Runs a request that nobody waits for. Every so often the store is told that it still runs, and asked whether it still shall: any process may
 * cancel it there. Its end is written once, unless it was cancelled or deleted before.
 */
export function runBackground(origin: Exchange, parsed: ParsedBody, keeping: Keeping & { readonly id: string }, queued: JsonObject): void {
  const { gateway } = origin
  const { id, history } = keeping
  const response = createDetachedResponse(origin.request, (status, body) => void end(status, body))
  const exchange = openExchange(gateway, origin.edge, origin.params, origin.request, response)
  for (const name of ['key', 'endpoint', 'charge', 'allowance'] as const)
    if (origin[name] !== undefined) Object.assign(exchange, { [name]: origin[name] })
  gateway.telemetry?.open(exchange)
  if (history) tellRecalled(exchange, history.place)
  exchange.keeper = createKeeper(exchange, {
    ...keeping,
    finish: (answer) => settlePaid({ ...answer, created_at: queued['created_at'] ?? 0 }),
  })

  const beat = setInterval(() => void goOn(), beatMillis)
  gateway.life.exchanges.add(exchange)
  gateway.life.runs.set(id, { owner: ownerOf(exchange), abort, stop })
  void goOn()
  guard(exchange, () => serveGenerate(exchange, parsed))

  /** Where the store cannot be reached the run goes on: what it costs is spent already. */
  async function goOn(): Promise<void> {
    try {
      const changed = await changeResponse(gateway, id, (kept) => {
        if (!isRunning(kept)) return undefined
        return { ...kept, response: { ...kept.response, status: 'in_progress' }, lease: Date.now() + leaseMillis }
      })
      if (!changed && gateway.life.runs.has(id)) abort()
    } catch {}
  }

  /** An answer is paid for: while the store cannot be written it is tried again, as long as the run is not ended. */
  async function settlePaid(answer: JsonObject): Promise<boolean> {
    const until = Date.now() + settleMillis
    for (;;) {
      try {
        return await settle(answer)
      } catch (error) {
        if (!(error instanceof StoreError) || error.refused || gateway.life.draining || Date.now() > until || !gateway.life.runs.has(id))
          throw error
        await new Promise((resume) => setTimeout(resume, settlePause).unref())
      }
    }
  }

  async function settle(answer: JsonObject): Promise<boolean> {
    return changeResponse(gateway, id, ({ lease: _, ...kept }) => (isRunning(kept) ? { ...kept, response: answer } : undefined))
  }

  async function end(status: number, body: string): Promise<void> {
    // What failed is written first: a gateway that ends waits for those that run, and then closes its store.
    if (status < 200 || status >= 300) await fail(readError(body))
    leave()
  }

  /** Where even that cannot be written, the promise to say that it runs is broken soon, which means the same. */
  async function fail(error: JsonObject): Promise<void> {
    try {
      await settle({ ...queued, status: 'failed', error })
    } catch {}
  }

  async function stop(): Promise<void> {
    abort()
    await fail(stopped)
  }

  function abort(): void {
    finishExchange(exchange, 'cancelled')
    exchange.call?.abort(new Error('the response was cancelled'))
    leave()
  }

  function leave(): void {
    if (!gateway.life.runs.delete(id)) return
    clearInterval(beat)
    gateway.life.exchanges.delete(exchange)
    releaseHeld(exchange)
    if (gateway.life.draining && gateway.life.exchanges.size === 0) gateway.life.onDrained()
  }
}

const stopped = {
  code: 'server_error',
  message: 'The gateway was shut down before this response was done. It was not run again: send the request once more.',
}

/** The error of a document as an answer has it. */
function readError(body: string): JsonObject {
  const document = parseJson(body)
  const error = isJsonObject(document) && isJsonObject(document['error']) ? document['error'] : {}
  const { code, message } = error
  return {
    code: typeof code === 'string' ? code : 'invalid_prompt',
    message: typeof message === 'string' ? message : 'The response failed.',
  }
}

/** The answer to a request that nobody waits for: what would be sent goes to `onEnd`. It can be written to only by `end`. */
function createDetachedResponse(request: IncomingMessage, onEnd: (status: number, body: string) => void): ServerResponse {
  const response = new ServerResponse(request)
  const end = (chunk?: unknown): ServerResponse => {
    onEnd(response.statusCode, Buffer.isBuffer(chunk) ? chunk.toString('utf8') : typeof chunk === 'string' ? chunk : '')
    return response
  }
  response.end = end as ServerResponse['end'] // nobody here asks to be called back
  return response
}
