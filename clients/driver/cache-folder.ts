import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Folder of a language's installation and builds, kept for the next run and for other checkouts of the same versions. */
export function cacheFolder(language: string): string {
  const folder = join(process.env['INTERLINGUA_CLIENTS'] ?? join(homedir(), '.cache', 'interlingua-clients'), language)
  mkdirSync(folder, { recursive: true })
  return folder
}
