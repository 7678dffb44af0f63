import { fileURLToPath } from 'node:url'
import { readCorpus } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import type { FormatId } from './formats.ts'

export interface RecordedSet {
  readonly name: string
  readonly format: FormatId
  readonly other: FormatId
  /** Undefined where the recordings are not beside this checkout. */
  readonly exchanges: readonly Exchange[] | undefined
}

/** The recorded exchanges that concern our formats, read from `../shared/corpus` beside the checkout. */
export function recordedCorpus(): readonly RecordedSet[] {
  const read = (name: string): readonly Exchange[] | undefined =>
    readCorpus(fileURLToPath(new URL(`../../../shared/corpus/${name}`, import.meta.url)))
  return [
    { name: 'messages', format: 'messages', other: 'chat', exchanges: read('messages') },
    { name: 'chat', format: 'chat', other: 'messages', exchanges: read('chat') },
    {
      name: 'count_tokens',
      format: 'messages',
      other: 'chat',
      exchanges: read('count_tokens')?.filter(({ provider }) => provider === 'anthropic'),
    },
  ]
}
