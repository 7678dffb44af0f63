import { fileURLToPath } from 'node:url'
import { readCorpus } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { FormatId } from './format-id.ts'

/** Our own wire examples of a format, in the order of their names. */
export function ownCorpus(format: FormatId): readonly Exchange[] {
  const exchanges = readCorpus(fileURLToPath(new URL(`../../corpus/${format}`, import.meta.url))) ?? []
  return exchanges.map((exchange) => ({ ...exchange, requestHeaders: formats[format].headers }))
}
