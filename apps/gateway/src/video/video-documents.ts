import { parseDocument, type Failure, type JsonObject, type Usage } from '@interlingua/core'
import type { AskedVideo, VideoFacts, VideoFamily, VideoResult } from '@interlingua/video'
import type { UsageRecord } from '../metering/usage-record.ts'

/** What is kept of a wish beside its task. */
export interface VideoPayload {
  readonly family: VideoFamily
  /** As the caller named it, and as the upstream knows it. */
  readonly model: string
  readonly upstreamModel: string
  /** The dialect of the upstream; another could not be asked about this task. */
  readonly format: string
  /** A mark of the channel's key: the task is there for it alone. */
  readonly credential: string
  /** Who made it is not told. */
  readonly hidden: boolean
  /** A mark of the prompt, by which it is known again in a list. */
  readonly prompt: string
  /** What was asked for; absent in tasks of earlier versions. */
  readonly asked?: AskedVideo
  /** How many operations it takes: fewer are known while they are being submitted. */
  readonly expected: number
  readonly operations: readonly VideoOperation[]
  /** Its record, as far as it is known. */
  readonly record: UsageRecord
}

/** One operation of the upstream. */
export interface VideoOperation {
  readonly id: string
  /** Absent: it was not asked after yet. */
  readonly state?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired'
  readonly progress?: number
  readonly facts?: VideoFacts
  /** Where it succeeded: what is to be fetched still. */
  readonly found?: readonly FoundVideo[]
  /** Where it succeeded and all of it can be had. */
  readonly kept?: readonly KeptVideo[]
  readonly usage?: Usage
  readonly failure?: Failure
  /** Fetches that came to nothing, and answers in a row that there is no such operation. */
  readonly fetches?: number
  readonly missing?: number
}

/** Bytes are never kept in a task. */
export type FoundVideo = Exclude<VideoResult, { readonly type: 'inline' }>

/** At an address of the upstream's, or under a name among the results of the gateway. */
export type KeptVideo =
  | { readonly url: string; readonly name?: undefined }
  | { readonly name: string; readonly url?: undefined; readonly size: number; readonly expiresAt: number }

export function writeVideoPayload(payload: VideoPayload): JsonObject {
  return parseDocument(JSON.stringify(payload)) as JsonObject // without what is undefined
}

export function readVideoPayload(payload: JsonObject): VideoPayload {
  return payload as unknown as VideoPayload // written by `writeVideoPayload`
}

/** Nothing is to be asked or fetched for it any more. */
export function isOver({ state, kept }: VideoOperation): boolean {
  return state === 'failed' || state === 'cancelled' || state === 'expired' || (state === 'succeeded' && kept !== undefined)
}
