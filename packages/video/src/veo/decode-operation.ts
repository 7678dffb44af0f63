import { isJsonObject, WireError, type Format, type Json, type JsonObject, type WireReply } from '@interlingua/core'
import { failedBy } from '../upstream/failed-by.ts'
import { failed } from '../upstream/failed.ts'
import { objectOf } from '../upstream/object-of.ts'
import { percentIn } from '../upstream/percent-in.ts'
import { wholeIn } from '../upstream/whole-in.ts'
import type { VideoResult, VideoState } from '../video-state.ts'

/** The meanings of google.rpc codes in operations. https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const rpcWords: Readonly<Record<number, string>> = {
  1: 'CANCELLED',
  3: 'INVALID_ARGUMENT',
  4: 'DEADLINE_EXCEEDED',
  5: 'NOT_FOUND',
  6: 'ALREADY_EXISTS',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  9: 'FAILED_PRECONDITION',
  10: 'ABORTED',
  11: 'OUT_OF_RANGE',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
  15: 'DATA_LOSS',
  16: 'UNAUTHENTICATED',
}

/**
 * The state of an operation of Veo, on the developer API or on Vertex. An operation that ended without a video and without an error was
 * filtered and counts as failed; `keyed` marks videos whose URLs need the API key.
 */
export function decodeOperation(reply: WireReply<unknown>, format: Format, keyed: boolean): VideoState {
  const wire = objectOf(reply, format)
  const { done, error, response, metadata } = wire
  if (typeof wire['name'] !== 'string' && done === undefined && error === undefined)
    throw new WireError(format, '/name', 'an operation is expected')
  if (isJsonObject(error)) return failureOf(error)
  if (done !== true) {
    const progress = isJsonObject(metadata) ? percentIn(metadata['progressPercent']) : undefined
    return { state: 'running', ...(progress !== undefined && { progress }) }
  }
  if (!isJsonObject(response)) return nothingMade([])
  const inner = isJsonObject(response['generateVideoResponse']) ? response['generateVideoResponse'] : response
  const videos = listOf(inner).flatMap((item) => resultOf(item, keyed))
  const reasons = inner['raiMediaFilteredReasons']
  if (videos.length === 0) return nothingMade(Array.isArray(reasons) ? reasons : [])
  return { state: 'succeeded', videos }
}

function failureOf(error: JsonObject): VideoState {
  const code = wholeIn(error['code'])
  const failure = failedBy({ ...error, ...(code !== undefined && { status: rpcWords[code] ?? null, code: null }) })
  return { state: code === 1 ? 'cancelled' : 'failed', failure }
}

/** The failure of an operation whose videos were filtered; Google does not charge for them. */
function nothingMade(reasons: readonly Json[]): VideoState {
  const told = reasons.filter((reason) => typeof reason === 'string').join(' ')
  return { state: 'failed', failure: failed(told === '' ? 'the upstream filtered all videos' : told, [], 'policy') }
}

function listOf(response: JsonObject): readonly JsonObject[] {
  for (const key of ['generatedSamples', 'generatedVideos', 'videos']) {
    const list = response[key]
    if (Array.isArray(list) && list.length > 0) return list.filter(isJsonObject)
  }
  return []
}

function resultOf(item: JsonObject, keyed: boolean): readonly VideoResult[] {
  const video = isJsonObject(item['video']) ? item['video'] : item
  const { uri, gcsUri } = video
  const mimeType = video['mimeType'] ?? video['encoding']
  const bytes = video['bytesBase64Encoded'] ?? video['encodedVideo'] ?? video['videoBytes']
  const mime = typeof mimeType === 'string' ? mimeType : 'video/mp4'
  if (typeof bytes === 'string' && bytes !== '') return [{ type: 'inline', base64: bytes, mime }]
  const url = typeof uri === 'string' && uri !== '' ? uri : gcsUri
  if (typeof url !== 'string' || url === '') return []
  return [{ type: 'url', url, mime, ...(keyed && /^https?:/i.test(url) && { keyed: true as const }) }]
}
