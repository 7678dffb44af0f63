import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folder in which Debian keeps `postgres` and `initdb` by version, outside the path. */
const debian = '/usr/lib/postgresql'

/** Path of a program; undefined if this machine does not have it. */
export function findBinary(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders, ...debianFolders()].map((folder) => join(folder, name)).find(isExecutable)
}

function debianFolders(): readonly string[] {
  try {
    return readdirSync(debian)
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(debian, version, 'bin'))
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
