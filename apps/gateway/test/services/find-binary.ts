import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian keeps what is not in the path: `postgres` and `initdb`, by version. */
const debian = '/usr/lib/postgresql'

/** The path of a program, or none where this machine does not have it. */
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
