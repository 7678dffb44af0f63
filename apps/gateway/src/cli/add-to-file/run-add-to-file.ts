import { ConsoleError } from '@interlingua/console'
import { configEditSchema, type ConfigEdit } from '../../config/edit-config.ts'
import { configFile } from '../../config/read-config.ts'
import { createConfigFile } from '../../console/config-file.ts'
import { ownCommand } from '../../own-command.ts'
import type { Terminal } from '../terminal.ts'

export interface AddOptions {
  /** True to write the file, instead of showing the change alone. */
  readonly write?: true
  readonly json?: true
}

const marks = { same: ' ', added: '+', removed: '-' } as const

/** Shows how entries would be added to the configuration file, or adds them. Returns the exit code: 1 if they cannot be added. */
export async function runAddToFile(edit: ConfigEdit, { write, json }: AddOptions, { out, err }: Terminal): Promise<number> {
  const path = configFile(process.env, process.cwd())
  const source = createConfigFile(path, () => ({}), undefined)
  try {
    if (source.report().file === undefined) throw new ConsoleError('conflict', `there is no ${path}: ${ownCommand()} init writes one`)
    const read = configEditSchema.safeParse(edit)
    if (!read.success) throw new ConsoleError('invalid-request', read.error.issues.map(({ message }) => message).join('\n'))
    const { preview, write: writeFile } = await source.plan(read.data as Parameters<typeof source.plan>[0]) // the schema of `source.edits`
    const backup = write && writeFile()
    if (json) out(`${JSON.stringify({ lines: preview.lines, findings: preview.findings, ...(backup && { backup }) }, undefined, 2)}\n`)
    else {
      for (const { kind, line, text } of preview.lines) out(`${String(line).padStart(5)} ${marks[kind]} ${text}\n`)
      for (const { level, message } of preview.findings) err(`${level}: ${message}\n`)
    }
    err(
      backup
        ? `Wrote ${path}; its text from before is in ${backup}. A running gateway takes it by itself.\n`
        : 'Nothing was written: --write does.\n',
    )
    return 0
  } catch (error) {
    if (!(error instanceof ConsoleError)) throw error
    err(`error: ${error.message}\n`)
    return 1
  }
}
