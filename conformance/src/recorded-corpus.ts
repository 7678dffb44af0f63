import { fileURLToPath } from 'node:url'
import { readCorpus } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formatIds } from './formats.ts'

export interface RecordedSet {
  readonly name: string
  readonly format: FormatId
  /** Counts of tokens: nothing of them is translated into another format here. */
  readonly counts?: true
  /** Undefined where the recordings are not beside this checkout. */
  readonly exchanges: readonly Exchange[] | undefined
}

/** Where they are: beside the checkout, if anywhere. */
export const recordings = new URL('../../../shared/corpus/', import.meta.url)

/** The recorded exchanges that concern our formats. */
export function recordedCorpus(): readonly RecordedSet[] {
  const read = (name: string): readonly Exchange[] | undefined => readCorpus(fileURLToPath(new URL(name, recordings)))?.map(asStream)
  const counts = read('count_tokens')
  return [
    ...formatIds.map((format): RecordedSet => ({ name: format, format, exchanges: read(format) })),
    ...formatIds
      .filter((format) => counters[format] !== undefined)
      .map((format): RecordedSet => ({
        name: `count_tokens of ${format}`,
        format,
        counts: true,
        exchanges: counts?.filter(({ provider = '' }) => counters[format]?.includes(provider)),
      })),
  ]
}

/** Who counts tokens in which format; chat counts none. */
const counters: Partial<Readonly<Record<FormatId, readonly string[]>>> = {
  messages: ['anthropic'],
  responses: ['openai'],
  contents: ['google', 'vertex'],
}

/** A native stream in the other framing, one JSON array, was recorded as a document. */
function asStream({ response, ...exchange }: Exchange): Exchange {
  if (!Array.isArray(response) || exchange.status >= 400) return { ...exchange, ...(response !== undefined && { response }) }
  return { ...exchange, stream: response.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('') }
}
