import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { parseJson } from '../json/parse-json.ts'
import { checkSchema } from '../schema-check.ts'
import type { Case } from './case.ts'
import { axisOf } from './outcome.ts'

/** Folder of the package, from sources and from what was built alike. */
export const packageFolder = join(import.meta.dirname, import.meta.dirname.endsWith('dist') ? '..' : '../..')

/** A mistake in a file of the user or of the suite; the command ends with 2. */
export class UseError extends Error {}

/** Value of a YAML or JSON file, checked against a schema of this package. Throws UseError that names file, place and mistake. */
export function readChecked(file: string, schemaName: string): unknown {
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'), { maxAliasCount: 100 })
  } catch (error) {
    throw new UseError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const schema = parseJson(readFileSync(join(packageFolder, 'schema', `${schemaName}.schema.json`), 'utf8'))
  const problems = checkSchema(schema, parseJson(JSON.stringify(value ?? null)))
  if (problems.length > 0) throw new UseError(problems.map(({ pointer, message }) => `${file}: ${pointer || '/'} ${message}`).join('\n'))
  return value
}

/** All cases, in the order of their ids. Throws UseError for a file that is no case. */
export function loadCases(folder: string = join(packageFolder, 'cases')): readonly Case[] {
  const files = globSync('*/*.yaml', { cwd: folder }).toSorted()
  if (files.length === 0) throw new UseError(`${folder}: holds no cases`)
  return files.map((file) => {
    // The schema holds what the type says.
    const read = readChecked(join(folder, file), 'case') as Case
    const id = file.replaceAll('\\', '/').replace(/\.yaml$/, '')
    if (read.id !== id) throw new UseError(`${file}: /id is ${read.id}, and the file says ${id}`)
    axisOf(id)
    return read
  })
}
