import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export type Profile = Readonly<Record<string, string>>

/**
 * Reads a profile of the AWS command line, from both of its files; the credentials file wins. `undefined` if there is none of that name.
 * https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
export function readProfile(name: string, environment: Readonly<Record<string, string | undefined>>): Profile | undefined {
  const folder = join(environment['HOME'] ?? environment['USERPROFILE'] ?? homedir(), '.aws')
  const config = readSection(
    environment['AWS_CONFIG_FILE'] ?? join(folder, 'config'),
    name === 'default' ? [name, 'profile default'] : [`profile ${name}`],
  )
  const credentials = readSection(environment['AWS_SHARED_CREDENTIALS_FILE'] ?? join(folder, 'credentials'), [name])
  return config || credentials ? { ...config, ...credentials } : undefined
}

function readSection(file: string, names: readonly string[]): Profile | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  let found: Record<string, string> | undefined
  let inside = false
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.replaceAll(/\s+/g, ' ')
    if (section !== undefined) {
      inside = names.includes(section)
      if (inside) found ??= {}
      continue
    }
    // Indented lines belong to a nested setting, which no source here reads.
    const [, key, value] = /^([^\s#;=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (inside && found && key !== undefined && value !== undefined) found[key.toLowerCase()] = value.replace(/\s[#;].*$/, '')
  }
  return found
}
