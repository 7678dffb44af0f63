import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder, gone after the file's tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-keys-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
