import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'

/** Makes an empty folder, removed after the file's tests. `name` says its purpose in the path, for a folder that was left behind. */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `interlingua-${name}-`))
  // A program that was told to end may still write its last file.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
