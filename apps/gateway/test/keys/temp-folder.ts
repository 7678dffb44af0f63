import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../at-end.ts'

/** An empty folder, gone after the file's tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-keys-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
