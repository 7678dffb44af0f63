import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeConfig } from '../../src/config/write-config.ts'
import { tempFolder } from '../temp-folder.ts'

function make(text = 'one'): { readonly folder: string; readonly file: string; readonly list: () => readonly string[] } {
  const folder = tempFolder('write-config')
  const file = join(folder, 'interlingua.yaml')
  writeFileSync(file, text)
  return { folder, file, list: () => readdirSync(folder).toSorted() }
}

const read = (file: string): string => readFileSync(file, 'utf8')

test('a file is replaced whole, keeps its mode, and its text from before lies beside it', () => {
  const { folder, file, list } = make()
  chmodSync(file, 0o640)
  const { ino } = statSync(file)
  const outcome = writeConfig(file, 'one', 'two', Date.UTC(2026, 10, 27, 9))
  expect(outcome).toEqual({ backup: 'interlingua.yaml.20261127T090000000Z.bak' })
  expect(list()).toEqual(['interlingua.yaml', 'interlingua.yaml.20261127T090000000Z.bak'])
  expect([read(file), read(join(folder, 'interlingua.yaml.20261127T090000000Z.bak'))]).toEqual(['two', 'one'])
  expect(list().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o640, 0o640])
  expect(statSync(file).ino).not.toBe(ino)
})

test('a link stays a link, and a file of two names stays one file', () => {
  const { folder, file } = make()
  mkdirSync(join(folder, 'links'))
  const link = join(folder, 'links', 'interlingua.yaml')
  symlinkSync(join('..', 'interlingua.yaml'), link)
  expect(writeConfig(link, 'one', 'two')).toHaveProperty('backup')
  expect([lstatSync(link).isSymbolicLink(), read(file), readdirSync(join(folder, 'links'))]).toEqual([true, 'two', ['interlingua.yaml']])
  const other = join(folder, 'other.yaml')
  linkSync(file, other)
  const { ino } = statSync(file)
  expect(writeConfig(file, 'two', 'a longer text')).toHaveProperty('backup')
  expect(writeConfig(file, 'a longer text', 'short')).toHaveProperty('backup')
  expect([read(other), statSync(file).ino]).toEqual(['short', ino])
})

test('a file that has changed, is gone, or may not be written stays as it is', () => {
  const { folder, file, list } = make('newer')
  expect(writeConfig(file, 'one', 'two')).toMatchObject({ refused: 'changed' })
  expect(writeConfig(join(folder, 'none.yaml'), 'one', 'two')).toMatchObject({ refused: 'changed' })
  chmodSync(file, 0o444)
  expect(writeConfig(file, 'newer', 'two')).toMatchObject({ refused: 'not-writable', reason: expect.stringContaining('read-only') })
  expect([read(file), list()]).toEqual(['newer', ['interlingua.yaml']])
})

test('two processes do not write at the same time, and one that died does not stop the others', () => {
  const { folder, file, list } = make()
  const draft = join(folder, '.interlingua.yaml.new')
  writeFileSync(draft, 'of another process')
  expect(writeConfig(file, 'one', 'two')).toMatchObject({ refused: 'busy' })
  expect([read(file), existsSync(draft)]).toEqual(['one', true])
  const earlier = Date.now() / 1000 - 120
  utimesSync(draft, earlier, earlier)
  expect(writeConfig(file, 'one', 'two')).toHaveProperty('backup')
  expect([read(file), list().length, existsSync(draft)]).toEqual(['two', 2, false])
})

test('ten backups are kept, the newest, and no other file is deleted', () => {
  const { folder, file, list } = make('0')
  const others = ['interlingua.yaml.bak', 'interlingua.yaml.mine.bak', 'other.yaml.20261127T090000000Z.bak']
  for (const name of others) writeFileSync(join(folder, name), 'mine')
  for (let index = 0; index < 15; index++) writeConfig(file, String(index), String(index + 1), Date.UTC(2026, 10, 27, 9, index))
  const backups = list().filter((name) => /^interlingua\.yaml\.2026.*\.bak$/.test(name))
  expect(backups.map((name) => read(join(folder, name)))).toEqual(['5', '6', '7', '8', '9', '10', '11', '12', '13', '14'])
  expect(list()).toEqual([...others, ...backups, 'interlingua.yaml'].toSorted())
})
