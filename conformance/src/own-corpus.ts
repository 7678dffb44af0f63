import { fileURLToPath } from 'node:url'
import { readCorpus } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { FormatId } from './format-id.ts'

/** This project's wire examples of a format, sorted by name. */
export function ownCorpus(format: FormatId): readonly Recording[] {
  const recordings = readCorpus(fileURLToPath(new URL(`../../corpus/${format}`, import.meta.url))) ?? []
  return recordings.map((recording) => ({ ...recording, requestHeaders: formats[format].headers }))
}
