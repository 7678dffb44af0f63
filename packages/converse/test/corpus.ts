import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isJsonObject, type Json } from '@interlingua/core'
import { createEventStreamToText } from '@interlingua/framing'
import type { Recording } from '@interlingua/testkit'

// Recorded traffic of real clients and of Bedrock, which lies beside the checkout and is not part of it.
export const corpusFolder = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

interface Recorded extends Omit<Recording, 'stream'> {
  /** Bytes of a streamed answer. */
  readonly stream_base64?: string
  readonly response_headers?: Readonly<Record<string, string>>
}

export interface ByteRecording {
  readonly id: string
  readonly bytes: Uint8Array
}

const read = globSync('{converse,bedrock_count_tokens}/*.json', { cwd: corpusFolder }).map(
  (file) => JSON.parse(readFileSync(`${corpusFolder}/${file}`, 'utf8')) as Recorded,
)

/** Streams as they came. */
export const byteRecordings: readonly ByteRecording[] = read.flatMap(({ id, stream_base64: base64 }) =>
  base64 === undefined ? [] : [{ id, bytes: Uint8Array.from(Buffer.from(base64, 'base64')) }],
)

/** Exchanges, with the text of a stream that the adapter reads. Counts of InvokeModel are of another package. */
export const recordings: readonly Recording[] = read
  .filter(({ format, request }) => format !== 'bedrock_count_tokens' || isConverse(request))
  .map(({ stream_base64: base64, ...recording }): Recording => {
    const format = recording.format === 'bedrock_count_tokens' ? 'count_tokens' : recording.format
    return { ...recording, format, ...(base64 !== undefined && { stream: textOf(Buffer.from(base64, 'base64')) }) }
  })

function isConverse(request: Json): boolean {
  const { input } = isJsonObject(request) ? request : {}
  return isJsonObject(input) && input['converse'] !== undefined
}

export function textOf(bytes: Uint8Array): string {
  const machine = createEventStreamToText()
  return [...machine.push(bytes), ...machine.end()].join('')
}
