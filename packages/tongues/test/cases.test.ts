import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import { allMutants } from '../src/mutants/mutants.ts'
import { loadCases, packageFolder, UseError } from '../src/run/load-cases.ts'
import { permutationsOf } from '../src/run/permutations.ts'
import { profileOf } from '../src/profiles/profiles.ts'

const cases = loadCases()

test('every case is valid by the published schema, in the eyes of another validator too', () => {
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(packageFolder, 'schema/case.schema.json'), 'utf8')) as object,
  )
  for (const given of cases) expect([given.id, validate(given), validate.errors]).toEqual([given.id, true, null])
  expect(cases.length).toBeGreaterThanOrEqual(150)
})

test('every scored case names its source and a mutant that exists, and every mutant is named', () => {
  const names = new Set(allMutants.map(({ name }) => name))
  expect(names.size).toBe(allMutants.length)
  for (const { id, mutants, source, status = 'stable' } of cases) {
    expect([id, source.some(({ says }) => says !== undefined)]).toEqual([id, true])
    if (status === 'stable') expect([id, mutants.length > 0]).toEqual([id, true])
    for (const mutant of mutants) expect([id, mutant, names.has(mutant)]).toEqual([id, mutant, true])
  }
  const named = new Set(cases.flatMap(({ mutants }) => mutants))
  expect([...names].filter((name) => !named.has(name))).toEqual([])
})

test('a case is at most 60 lines, and forty are of bytes written by hand', () => {
  for (const { id } of cases)
    expect([id, readFileSync(join(packageFolder, `cases/${id}.yaml`), 'utf8').split('\n').length <= 61]).toEqual([id, true])
  expect(cases.filter((given) => JSON.stringify(given).includes('"wire"')).length).toBeGreaterThanOrEqual(40)
})

test('names of permutations are unique', () => {
  const names = permutationsOf(cases).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  [
    'an unknown key',
    'id: tools/x\nrule: r\nsource: [{ type: t, says: s }]\nclient: [{ talk: [{ user: go }] }]\nmutants: []\nexpects: {}\n',
    '/expects is not known here',
  ],
  [
    'an unknown key deep inside',
    'id: tools/x\nrule: r\nsource: [{ type: t, says: s }]\nclient: [{ talk: [{ usr: go }] }]\nmutants: []\n',
    '/client/0/talk/0/usr is not known here',
  ],
  ['no rule', 'id: tools/x\nsource: [{ type: t, says: s }]\nclient: [{ talk: [] }]\nmutants: []\n', 'has no "rule"'],
  [
    'another id than its file',
    'id: tools/y\nrule: r\nsource: [{ type: t, says: s }]\nclient: [{ talk: [] }]\nmutants: []\n',
    '/id is tools/y',
  ],
  ['no YAML', 'id: [', 'x.yaml'],
])('a case with %s is refused with its place', (_, text, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'tongues-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'tools'))
  writeFileSync(join(folder, 'tools/x.yaml'), text)
  expect(() => loadCases(folder)).toThrow(UseError)
  expect(() => loadCases(folder)).toThrow(message)
})

test('a profile with a typo is refused with its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tongues-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mine.yaml')
  writeFileSync(file, 'name: mine\ndirection: [M>C]\n')
  expect(() => profileOf(file)).toThrow('/direction is not known here; known are name')
  expect(() => profileOf('nobody')).toThrow('there is no profile "nobody"')
})
