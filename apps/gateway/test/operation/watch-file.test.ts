import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { watchFile } from '../../src/operation/reload.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function watch(file: string): () => number {
  let seen = 0
  ends.push(watchFile(file, () => seen++))
  return () => seen
}

test('several writes are one change, and the same text is none', async () => {
  const file = join(tempFolder('watch'), 'a.yaml')
  writeFileSync(file, 'one')
  const seen = watch(file)
  for (const text of ['', 'tw', 'two']) writeFileSync(file, text)
  await waitFor(() => seen() === 1, 10_000)
  writeFileSync(file, 'two')
  await pause(400)
  expect(seen()).toBe(1)
})

test('a file that is put in the place of another, and one that lies behind a link that is turned, are changes', async () => {
  const folder = tempFolder('watch')
  const file = join(folder, 'a.yaml')
  // Orchestrators mount a configuration by such symbolic links.
  for (const name of ['first', 'second']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'a.yaml'), name)
  }
  symlinkSync('first', join(folder, '..data'))
  symlinkSync(join('..data', 'a.yaml'), file)
  const seen = watch(file)
  symlinkSync('second', join(folder, '..new'))
  renameSync(join(folder, '..new'), join(folder, '..data'))
  await waitFor(() => seen() === 1, 10_000)
  writeFileSync(join(folder, 'b.yaml'), 'third')
  renameSync(join(folder, 'b.yaml'), file)
  await waitFor(() => seen() === 2, 10_000)
})

test('a file that is gone or empty is no change, and neither is a folder that never was', async () => {
  const folder = tempFolder('watch')
  const file = join(folder, 'a.yaml')
  writeFileSync(file, 'one')
  const seen = watch(file)
  const nowhere = watch(join(folder, 'no', 'such', 'a.yaml'))
  rmSync(file)
  await pause(400)
  writeFileSync(file, '\n')
  await pause(400)
  expect([seen(), nowhere()]).toEqual([0, 0])
  writeFileSync(file, 'two')
  await waitFor(() => seen() === 1, 10_000)
})

test('what nobody was told of is seen all the same, some seconds later', async () => {
  const folder = tempFolder('watch')
  const elsewhere = join(tempFolder('watch'), 'a.yaml')
  writeFileSync(elsewhere, 'one')
  // The folder of the link gets no report of changes to the file.
  symlinkSync(elsewhere, join(folder, 'a.yaml'))
  const seen = watch(join(folder, 'a.yaml'))
  writeFileSync(elsewhere, 'two')
  await waitFor(() => seen() === 1, 20_000)
})
