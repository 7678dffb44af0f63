import type { GatewayState } from '../server/gateway-state.ts'
import { addTokens } from '../metering/record.ts'
import type { Task, TaskSilence, TaskStep } from '@interlingua/tasks'
import { type MadeUsage, tokensOfUsage } from '@interlingua/access'
import { type Failure, type JsonObject, parseDocument, type Usage } from '@interlingua/core'
import type { UsageRecord } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'
import type { AskedVideo, VideoFacts, VideoFamily, VideoResult } from '@interlingua/video'
import type { AdmittedRequest } from '../server/client-request.ts'
import { videoFailure } from './failures.ts'

/** Payload of a video task. */
export interface VideoPayload {
  readonly family: VideoFamily
  /** Model as the caller named it, and its id at the upstream. */
  readonly model: string
  readonly upstreamModel: string
  /** Dialect of the upstream; a channel of another one cannot poll this task. */
  readonly format: string
  /** Hash of the channel's key: only that key can see the task. */
  readonly credential: string
  /** True if clients get neither the upstream's addresses nor its name. */
  readonly hidden: boolean
  /** Hash of the prompt, by which a listed operation is recognized. */
  readonly prompt: string
  /** Values that the caller asked for; absent in tasks of earlier versions. */
  readonly asked?: AskedVideo
  /** Number of operations of the request; fewer are stored while they are being submitted. */
  readonly expected: number
  readonly operations: readonly VideoOperation[]
  /** Usage record, as far as known. */
  readonly record: UsageRecord
}

/** Operation of the upstream. */
export interface VideoOperation {
  readonly id: string
  /** State at the last poll; absent before the first. */
  readonly state?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired'
  readonly progress?: number
  readonly facts?: VideoFacts
  /** Videos of a succeeded operation that are still to be fetched. */
  readonly found?: readonly FoundVideo[]
  /** Videos of a succeeded operation, all of which can be had. */
  readonly kept?: readonly KeptVideo[]
  readonly usage?: Usage
  readonly failure?: Failure
  /** Number of failed fetches, and of answers in a row that there is no such operation. */
  readonly fetches?: number
  readonly missing?: number
}

/** Video to fetch; bytes are never kept in a task. */
export type FoundVideo = Exclude<VideoResult, { readonly type: 'inline' }>

/** Video at an address of the upstream, or under a name among the gateway's results. */
export type KeptVideo =
  | { readonly url: string; readonly name?: undefined }
  | { readonly name: string; readonly url?: undefined; readonly size: number; readonly expiresAt: number }

export function writeVideoPayload(payload: VideoPayload): JsonObject {
  return parseDocument(JSON.stringify(payload)) as JsonObject // JSON without undefined values is an object
}

export function readVideoPayload(payload: JsonObject): VideoPayload {
  return payload as unknown as VideoPayload // written by `writeVideoPayload`
}

/** True if the operation needs neither a poll nor a fetch any more. */
export function isOver({ state, kept }: VideoOperation): boolean {
  return state === 'failed' || state === 'cancelled' || state === 'expired' || (state === 'succeeded' && kept !== undefined)
}

/** News of an operation, or the reason why there is none. */
export interface OperationLook {
  readonly operation: VideoOperation
  readonly silence?: TaskSilence
  /** Present if the operation is to be looked at again at once. */
  readonly again?: true
}

/** Milliseconds after which no process submits further operations of a request. */
const submission = 300_000

/** Combines the operations of a task to one step: the task runs while one of them runs, and succeeds with those that succeeded. */
export function combineOperations(task: Task, payload: VideoPayload, looks: readonly OperationLook[]): TaskStep {
  const silences = looks.flatMap(({ silence }) => (silence === undefined ? [] : [silence]))
  const open = looks.filter(({ operation }) => !isOver(operation))
  const [silence] = silences
  if (
    silence !== undefined &&
    silences.length === open.length &&
    looks.every(({ operation }, index) => operation === payload.operations[index])
  )
    return silence
  const operations = looks.map(({ operation }) => operation)
  const known = (newest: JsonObject): JsonObject => merge(newest, operations)
  const whole = payload.operations.length >= payload.expected || Date.now() - task.createdAt > submission
  if (open.length > 0 || !whole) {
    const progress = progressOf(operations)
    const runs = operations.some(({ state }) => state !== undefined && state !== 'queued')
    return {
      state: runs ? 'running' : 'queued',
      payload: known,
      ...(progress !== undefined && { progress }),
      ...(looks.some(({ again }) => again === true) && { again: true as const }),
    }
  }
  if (operations.some(({ state }) => state === 'succeeded'))
    return { state: 'succeeded', result: { videos: operations.flatMap(({ kept = [] }) => kept).length }, payload: known }
  const [first] = operations
  const state = first?.state === 'cancelled' || first?.state === 'expired' ? first.state : 'failed'
  const failure = first?.failure ?? { code: 'server', message: 'The upstream made no video.', retryable: false }
  return { state, failure, payload: known }
}

/** Merges polled operations into the newest payload, which may have got further operations meanwhile. */
function merge(newest: JsonObject, learnt: readonly VideoOperation[]): JsonObject {
  const payload = readVideoPayload(newest)
  const byId = new Map(learnt.map((operation) => [operation.id, operation]))
  return writeVideoPayload({ ...payload, operations: payload.operations.map((operation) => byId.get(operation.id) ?? operation) })
}

/** Percent done of all operations together; undefined if no operation tells any. */
function progressOf(operations: readonly VideoOperation[]): number | undefined {
  if (!operations.some(({ progress }) => progress !== undefined)) return undefined
  const sum = operations.reduce((total, operation) => total + (operation.found || isOver(operation) ? 100 : (operation.progress ?? 0)), 0)
  return Math.round(sum / operations.length)
}

/** Usage of a task; undefined if it did not succeed. */
export function usageOfVideo({ state, payload }: Task): MadeUsage | undefined {
  if (state !== 'succeeded') return undefined
  const { operations } = readVideoPayload(payload)
  const made = operations.filter((operation) => operation.state === 'succeeded')
  const videos = made.reduce((sum, { kept = [] }) => sum + kept.length, 0)
  const total = made.reduce<ReturnType<typeof tokensOfUsage>>(
    (sum, { usage }) => (usage === undefined ? sum : addTokens(sum, tokensOfUsage(usage))),
    {},
  )
  const tokens: Usage = {
    input: total.input === undefined ? {} : { total: total.input },
    output: total.output === undefined ? {} : { total: total.output },
  }
  return { ...tokens, videos }
}

/** Usage record of a settled task. A second write of the same record changes nothing. */
export function settledRecord(task: Task, gateway: GatewayState, channel: Channel | undefined): UsageRecord {
  const { record, upstreamModel } = readVideoPayload(task.payload)
  const usage = usageOfVideo(task)
  const cost = usage && gateway.prices.costOf(usage, channel?.name ?? task.channel, upstreamModel)
  return {
    ...record,
    channel: task.channel,
    upstreamModel,
    status: task.state === 'succeeded' ? 200 : 502,
    outcome: task.state === 'succeeded' ? 'ok' : (task.failure?.code ?? task.state),
    attempts: Math.max(1, record.attempts),
    tokens: usage ? tokensOfUsage(usage) : {},
    ...(cost !== undefined && { costMicros: cost }),
    millis: Math.max(record.millis, (task.settledAt ?? Date.now()) - record.at),
  }
}

/** Finds a video task of the caller; undefined if it is missing, or another key's. Rejects with a `StoreError`. */
export async function findVideoTask({ client: { gateway }, grant: { key } }: AdmittedRequest, id: string): Promise<Task | undefined> {
  if (!/^task_[A-Za-z0-9]{32}$/.test(id)) return undefined
  const task = await gateway.tasks.find(id, key?.id ?? '')
  return task?.kind === 'video' ? task : undefined
}

export const noSuchTask = videoFailure(
  {
    failure: { code: 'not-found', message: 'Task not found: there is none of this id, or it has expired.', retryable: false, status: 404 },
    status: 404,
  },
  'task_not_exist',
)
