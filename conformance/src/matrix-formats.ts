import { fileURLToPath } from 'node:url'
import { converse } from '@interlingua/converse'
import { interactions } from '@interlingua/interactions'
import { readCorpus, type Pair, type Recording } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { SuiteFormat } from './suite-format.ts'

/** A format of the loss matrix: one of the suite, or a guest that has examples in `corpus/`. */
type MatrixFormat = Pick<SuiteFormat, 'documents' | 'asked' | 'headers'>

const running: Readonly<Record<string, MatrixFormat>> = {
  ...formats,
  converse: { documents: converse, asked: {}, headers: {} },
  interactions: { documents: interactions, asked: {}, headers: {} },
}

export const matrixIds: readonly string[] = Object.keys(running)

/** All ordered pairs of different formats of the matrix. */
export const matrixPairs: readonly (readonly [source: string, target: string])[] = matrixIds.flatMap((source) =>
  matrixIds.filter((target) => target !== source).map((target) => [source, target] as const),
)

function formatOf(id: string): MatrixFormat {
  const format = Object.hasOwn(running, id) ? running[id] : undefined
  if (format === undefined) throw new Error(`${id} is no format of the matrix`)
  return format
}

/** Two formats as a pair; responses are for a client that asked for usage. */
export function matrixPair(source: string, target: string): Pair {
  const { documents, asked } = formatOf(target)
  return { source: formatOf(source).documents, target: documents, state: asked }
}

/** This project's wire examples of a format, sorted by name. */
export function matrixCorpus(id: string): readonly Recording[] {
  const { headers } = formatOf(id)
  const recordings = readCorpus(fileURLToPath(new URL(`../../corpus/${id}`, import.meta.url))) ?? []
  return recordings.map((recording) => ({ ...recording, requestHeaders: headers }))
}
