import { parseDocument, type JsonObject } from '@interlingua/core'
import type { ImageResponse } from '@interlingua/images'
import type { Exchange } from '../exchange.ts'
import { recordOfExchange } from '../metering/record-of-exchange.ts'
import type { UsageRecord } from '../metering/usage-record.ts'

/** What is kept of a wish beside its task: by what its upstream is asked, and its record as far as it is known. */
export interface ImageTaskPayload {
  readonly model: string
  /** A mark of the channel's key: the task is there for it alone. */
  readonly credential: string
  readonly record: UsageRecord
}

/** `index`: of several tasks of a wish each has a record of its own. */
export function writeTaskPayload(exchange: Exchange, model: string, credential: string, index: number): JsonObject {
  const known = recordOfExchange(exchange, exchange.key?.id ?? '', 'ok', undefined, false)
  const record = index === 0 ? known : { ...known, id: `${known.id}_${index + 1}` }
  const payload: ImageTaskPayload = { model, credential, record }
  return parseDocument(JSON.stringify(payload)) as JsonObject // without what is undefined
}

export function readTaskPayload(payload: JsonObject): ImageTaskPayload {
  return payload as unknown as ImageTaskPayload // written by `writeTaskPayload`
}

/** Such an upstream gives its images by address: what is kept is small. */
export function writeTaskResult(response: ImageResponse): JsonObject {
  return parseDocument(JSON.stringify({ response })) as JsonObject // an answer is made of JSON
}

export function readTaskResult(result: JsonObject): ImageResponse {
  return (result as unknown as { readonly response: ImageResponse }).response // written by `writeTaskResult`
}
