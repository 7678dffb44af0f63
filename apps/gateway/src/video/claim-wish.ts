import type { JsonObject } from '@interlingua/core'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import type { Task } from '../tasks/task.ts'
import { findLost } from './find-lost.ts'
import { refuseWish, videoFault } from './video-errors.ts'
import { createIdempotencyKey, signOfLife, idempotencyKeyKind, type IdempotencyKey, type IdempotencyKeyBody } from './idempotency-key.ts'
import { readVideoPayload } from './video-documents.ts'

/** Milliseconds for which a word is kept, and between two looks at a wish that is under way. */
const lifetime = 86_400_000
const pause = 200

/**
 * Holds the caller's word for a wish (`Idempotency-Key`), so that it is fulfilled once. A wish that came before with the same word gives its
 * task; while that is being submitted it is waited for. `undefined`: the caller said no word, or has left.
 */
export async function claimWish(
  exchange: Exchange,
  body: JsonObject,
): Promise<{ readonly idempotencyKey: IdempotencyKey } | { readonly task: Task } | Fault | undefined> {
  const said = exchange.request.headers['idempotency-key']
  if (said === undefined) return undefined
  if (typeof said !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(said)) return badWord
  const { documents } = exchange.gateway.store
  const owner = exchange.key?.id ?? ''
  const id = createHash('sha256').update(`${owner}\n${said}`).digest('hex')
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  while (!exchange.over) {
    const now = Date.now()
    const fresh: StoredDocument = {
      kind: idempotencyKeyKind,
      id,
      owner,
      createdAt: now,
      expiresAt: now + lifetime,
      revision: 1,
      body: { hash, aliveUntil: now + signOfLife.lasts },
    }
    if (await documents.insert(fresh)) return { idempotencyKey: createIdempotencyKey(documents, fresh) }
    const known = await documents.get(idempotencyKeyKind, id, now)
    if (known !== undefined) {
      const answer = await judge(exchange, known, hash)
      if (answer === 'free') {
        const taken = { ...fresh, revision: known.revision }
        if (await documents.replace(taken))
          return { idempotencyKey: createIdempotencyKey(documents, { ...taken, revision: known.revision + 1 }) }
      } else if (answer !== 'under way') return answer
    } else await documents.delete(idempotencyKeyKind, id)
    await sleep(pause)
  }
  return undefined
}

async function judge(
  exchange: Exchange,
  { body, owner }: StoredDocument,
  hash: string,
): Promise<{ readonly task: Task } | Fault | 'free' | 'under way'> {
  const { gateway } = exchange
  const { hash: first, task: id, aliveUntil } = body as unknown as IdempotencyKeyBody // written by `createIdempotencyKey`
  if (first !== hash) return reused
  const task = id === undefined ? undefined : await gateway.tasks.find(id, owner)
  const alive = aliveUntil > Date.now()
  if (task?.upstreamId !== undefined) {
    // Whoever serves it may still be asking for further videos.
    const { expected, operations } = readVideoPayload(task.payload)
    return alive && operations.length < expected ? 'under way' : { task }
  }
  if (alive) return 'under way'
  // Nothing was sent before there was a task, and what was refused made none.
  if (task === undefined) return id === undefined ? 'free' : unknownOutcome
  if (task.state !== 'created') return task.failure?.code === 'timeout' ? unknownOutcome : 'free'
  const channel = gateway.channels.find(({ name }) => name === task.channel)
  const operation = channel && (await findLost(gateway, channel, task, task.createdAt))
  if (operation === undefined) return unknownOutcome
  const payload = readVideoPayload(task.payload)
  const adopted = await gateway.tasks.submit(task.id, operation, { ...task.payload, expected: 1, operations: [{ id: operation }] })
  return adopted?.upstreamId === undefined || payload.operations.length > 0 ? 'under way' : { task: adopted }
}

const badWord = refuseWish('Idempotency-Key must be 1 to 255 visible ASCII characters', undefined, 'invalid_value')

const reused = videoFault(
  {
    failure: {
      code: 'unprocessable',
      message: 'This Idempotency-Key was used for another request.',
      retryable: false,
      status: 422,
    },
    status: 422,
  },
  'idempotency_key_reused',
)

const unknownOutcome = videoFault(
  {
    failure: {
      code: 'conflict',
      message: 'A request with this Idempotency-Key was sent to the upstream, and its outcome is unknown: it is not sent again.',
      retryable: false,
      status: 409,
    },
    status: 409,
    headers: { 'x-should-retry': 'false' },
  },
  'outcome_unknown',
)
