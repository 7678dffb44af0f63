import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type Document, parseDocument, visit } from 'yaml'
import { ConfigError } from '@interlingua/gateway-kernel'
import { configFile, parseConfig, readDocument } from '../../config/read-config.ts'
import { describeRenames } from '../../config/describe-renames.ts'
import { showProblems } from '../show-problems.ts'
import type { Terminal } from '../terminal.ts'

interface MigrateOptions {
  readonly print?: true
  readonly json?: true
}

/** Runs `interlingua migrate-config`. Returns the exit code: 1 if the file has mistakes, or cannot be read or written. */
export function runMigrate(named: string | undefined, { print, json }: MigrateOptions, { out, err }: Terminal): number {
  const file = named ?? configFile(process.env, process.cwd())
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    err(`error: ${file}: the file cannot be read\n`)
    return 1
  }
  try {
    const before = parseConfig(text, file)
    const { document, renames, place } = readDocument(text, file)
    const said = describeRenames(renames, place)
    const migrated = said.length === 0 ? text : textOf(document, text)
    if (!isDeepStrictEqual(parseConfig(migrated, file), before))
      throw new ConfigError(`${file}: the file would mean something else with its new names; rename by hand:\n${said.join('\n')}`)
    if (json) out(`${JSON.stringify(said, undefined, 2)}\n`)
    if (print) {
      if (!json) out(migrated)
      return 0
    }
    if (said.length === 0) {
      err(`${file} has no old names\n`)
      return 0
    }
    writeWhole(file, migrated)
    for (const line of said) err(`${line}\n`)
    err(`Wrote ${file}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    err(showProblems(error.message))
    return 1
  }
}

/** Text of the document in the style of the file, as far as the YAML library lets it be chosen. */
function textOf(document: Document, before: string): string {
  const text = document.toString({ lineWidth: 0, indentSeq: !/^channels:\n-/m.test(before) })
  return before.includes('[ ') ? text : withoutPadding(text)
}

/** Removes the spaces within the brackets of lists, which the library sets there if it sets them within braces. */
function withoutPadding(text: string): string {
  const spaces: number[] = []
  visit(parseDocument(text), {
    Seq(_, { flow, range }) {
      if (!flow || !range) return
      const [begin, end] = range
      if (text.startsWith('[ ', begin)) spaces.push(begin + 1)
      if (text.slice(begin + 2, end).endsWith(' ]')) spaces.push(end - 2)
    },
  })
  return spaces.toSorted((a, b) => b - a).reduce((left, at) => left.slice(0, at) + left.slice(at + 1), text)
}

/** Replaces a file at once, since a running gateway may read it at any moment. */
function writeWhole(file: string, text: string): void {
  const beside = `${file}.new`
  writeFileSync(beside, text)
  renameSync(beside, file)
}
