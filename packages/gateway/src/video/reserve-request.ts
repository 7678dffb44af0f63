import type { JsonObject } from '@interlingua/core'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdmittedRequest, ClientRequest } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { StoredDocument } from '@interlingua/store'
import type { Task } from '@interlingua/tasks'
import { findLost } from './find-lost.ts'
import { refuseRequest, videoFailure } from './failures.ts'
import { createIdempotencyKey, type IdempotencyKey, type IdempotencyKeyBody, idempotencyKeyKind, heartbeat } from './idempotency-key.ts'
import { readVideoPayload } from './documents.ts'

/** Milliseconds for which an idempotency key is kept, and between two looks at a running request. */
const lifetime = 86_400_000
const pause = 200

/**
 * Reserves the idempotency key of a request, so that the request is fulfilled once. An earlier request with the key gives its task, and is waited for
 * while it is submitted; undefined if there is no key, or the client has left.
 */
export async function reserveRequest(
  admitted: AdmittedRequest,
  reply: Reply,
  body: JsonObject,
): Promise<{ readonly idempotencyKey: IdempotencyKey } | { readonly task: Task } | FailureReply | undefined> {
  const said = admitted.client.incoming.headers['idempotency-key']
  if (said === undefined) return undefined
  if (typeof said !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(said)) return badWord
  const { documents } = admitted.client.gateway.store
  const owner = admitted.grant.key?.id ?? ''
  const id = createHash('sha256').update(`${owner}\n${said}`).digest('hex')
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  while (!reply.ended) {
    const now = Date.now()
    const fresh: StoredDocument = {
      kind: idempotencyKeyKind,
      id,
      owner,
      createdAt: now,
      expiresAt: now + lifetime,
      revision: 1,
      body: { hash, aliveUntil: now + heartbeat.lasts },
    }
    if (await documents.insert(fresh)) return { idempotencyKey: createIdempotencyKey(documents, fresh) }
    const known = await documents.get(idempotencyKeyKind, id, now)
    if (known !== undefined) {
      const answer = await judge(admitted.client, known, hash)
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
  client: ClientRequest,
  { body, owner }: StoredDocument,
  hash: string,
): Promise<{ readonly task: Task } | FailureReply | 'free' | 'under way'> {
  const { gateway } = client
  const { hash: first, task: id, aliveUntil } = body as unknown as IdempotencyKeyBody // written by `createIdempotencyKey`
  if (first !== hash) return reused
  const task = id === undefined ? undefined : await gateway.tasks.find(id, owner)
  const alive = aliveUntil > Date.now()
  if (task?.upstreamId !== undefined) {
    // The serving process may still be submitting further videos.
    const { expected, operations } = readVideoPayload(task.payload)
    return alive && operations.length < expected ? 'under way' : { task }
  }
  if (alive) return 'under way'
  // Without a task nothing was sent, and a refused submit made none.
  if (task === undefined) return id === undefined ? 'free' : unknownOutcome
  if (task.state !== 'created') return task.failure?.code === 'timeout' ? unknownOutcome : 'free'
  const channel = gateway.channels.find(({ name }) => name === task.channel)
  const operation = channel && (await findLost(gateway, channel, task, task.createdAt))
  if (operation === undefined) return unknownOutcome
  const payload = readVideoPayload(task.payload)
  const adopted = await gateway.tasks.submit(task.id, operation, { ...task.payload, expected: 1, operations: [{ id: operation }] })
  return adopted?.upstreamId === undefined || payload.operations.length > 0 ? 'under way' : { task: adopted }
}

const badWord = refuseRequest('Idempotency-Key must be 1 to 255 visible ASCII characters', undefined, 'invalid_value')

const reused = videoFailure(
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

const unknownOutcome = videoFailure(
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
