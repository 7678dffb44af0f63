import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { notice as converse } from '@interlingua/converse'
import { notice as interactions } from '@interlingua/interactions'
import { lawDeclared } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { declared } from '../src/declared.ts'
import { lossMatrix } from '../src/loss-matrix.ts'
import { matrixCorpus, matrixPair, matrixPairs } from '../src/matrix-formats.ts'
import { translateCase } from '../src/translate-case.ts'

const cases = matrixPairs.flatMap(([source, target]) =>
  matrixCorpus(source).flatMap((recording) => translateCase(recording, matrixPair(source, target))),
)

test('docs/loss-matrix.md is what the code does (node conformance/src/loss-matrix.ts writes it)', () => {
  const committed = readFileSync(fileURLToPath(new URL('../../docs/loss-matrix.md', import.meta.url)), 'utf8')
  expect(lossMatrix().split('\n')).toEqual(committed.split('\n'))
})

test('every notice of the examples is declared, and says nothing but what is declared', () => {
  expect(cases.length).toBeGreaterThan(100)
  expect(
    lawDeclared(
      cases.flatMap(({ notices }) => notices),
      [...declared, converse, interactions],
    ),
  ).toEqual([])
})

test('no page of the matrix names a machine or a moment', () => {
  expect(lossMatrix()).not.toMatch(/\/home\/|\/work\/|20\d\d-\d\d-\d\dT/)
})
