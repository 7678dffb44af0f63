import { fileURLToPath } from 'node:url'
import { readCorpus } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formatIds } from './formats.ts'

export interface RecordedSet {
  readonly name: string
  readonly format: FormatId
  /** True: counts of tokens, which are not translated into other formats here. */
  readonly counts?: true
  /** Undefined if the recordings are not beside this checkout. */
  readonly recordings: readonly Recording[] | undefined
}

/** Place of the recordings, beside the checkout. */
export const recordings = new URL('../../../shared/corpus/', import.meta.url)

/** The recorded exchanges that concern our formats. */
export function recordedCorpus(): readonly RecordedSet[] {
  const read = (name: string): readonly Recording[] | undefined => readCorpus(fileURLToPath(new URL(name, recordings)))?.map(asStream)
  const counts = read('count_tokens')
  return [
    ...formatIds.map((format): RecordedSet => ({ name: format, format, recordings: read(format) })),
    ...formatIds
      .filter((format) => counters[format] !== undefined)
      .map((format): RecordedSet => ({
        name: `count_tokens of ${format}`,
        format,
        counts: true,
        recordings: counts?.filter(({ provider = '' }) => counters[format]?.includes(provider)),
      })),
  ]
}

/** Vendors that count tokens, by format; chat has no counting. */
const counters: Partial<Readonly<Record<FormatId, readonly string[]>>> = {
  messages: ['anthropic'],
  responses: ['openai'],
  contents: ['google', 'vertex'],
}

/** A native stream in the other framing, one JSON array, was recorded as a document. */
function asStream({ response, ...recording }: Recording): Recording {
  if (!Array.isArray(response) || recording.status >= 400) return { ...recording, ...(response !== undefined && { response }) }
  return { ...recording, stream: response.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('') }
}
