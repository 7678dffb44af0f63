import { type ConfigFileSource, ConsoleError } from '@interlingua/console'
import type { ConfigEdit, ConfigFinding } from '@interlingua/console/api'
import { ConfigError } from '@interlingua/gateway-kernel'
import { createPools } from '@interlingua/upstreams'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { GatewayConfig } from '../config/config-schema.ts'
import { diffLines } from '../config/diff-lines.ts'
import { configEditSchema, editConfig } from '../config/edit-config.ts'
import { locatePath, readConfig } from '../config/read-config.ts'
import { redactConfig } from '../config/redact-config.ts'
import { writeConfig } from '../config/write-config.ts'
import type { ReloadOutcome } from '../operation/reload.ts'

/** Findings that are told at once. */
const mostFindings = 100

/** Creates the console's access to the configuration file. `reload`: absent if the program cannot read the file anew. */
export function createConfigFile(
  path: string,
  current: () => Pick<GatewayConfig, 'console'>,
  reload: (() => Promise<ReloadOutcome>) | undefined,
): ConfigFileSource {
  const name = basename(path)

  /** Text without the folder of the file. */
  const short = (text: string): string => text.replaceAll(path, name)

  /** Checks a text as the command does, without the store and without calls. */
  async function findIn(text: string): Promise<readonly ConfigFinding[]> {
    const old: string[] = []
    let config: GatewayConfig
    try {
      config = readConfig({ ...process.env, INTERLINGUA_CONFIG: path }, process.cwd(), text, (problem) => void old.push(problem))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return error.message.split('\n').map((line) => findingOf('error', short(line)))
    }
    // Loaded at the first check.
    const { findProblems } = await import('../cli/check/find-problems.ts')
    const pools = createPools()
    const { findings } = findProblems(config, pools)
    await pools.destroy()
    const locate = locatePath(text, name)
    return [
      ...old.map((line) => findingOf('warning', short(line))),
      ...findings.map(({ level, path: place, message }) => findingOf(level, place ? `${locate(place)}: ${message}` : message)),
    ]
  }

  function readText(): string {
    try {
      const bytes = readFileSync(path)
      const text = bytes.toString()
      if (Buffer.from(text).equals(bytes)) return text
    } catch {
      throw new ConsoleError('conflict', `${name} cannot be read.`)
    }
    throw new ConsoleError('conflict', `${name} is no text in UTF-8.`)
  }

  function report(): ReturnType<ConfigFileSource['report']> {
    if (!existsSync(path)) {
      const reason = 'There is no configuration file: the environment and the defaults hold.'
      return { noReload: reason, noWrite: reason }
    }
    const { console: asked } = current()
    const setting = typeof asked === 'object' && asked.publicUrl !== undefined ? 'write: true beside publicUrl' : 'console: { write: true }'
    const may = typeof asked === 'object' && asked.write === true
    const unable = reload === undefined ? 'This program cannot read its configuration anew.' : undefined
    const forbidden = may ? undefined : `The console may not write the configuration file: ${setting} in it lets it.`
    const noWrite = unable ?? forbidden
    return { file: name, ...(unable !== undefined && { noReload: unable }), ...(noWrite !== undefined && { noWrite }) }
  }

  async function plan(edit: ConfigEdit): Promise<Awaited<ReturnType<ConfigFileSource['plan']>>> {
    const before = readText()
    let after: string
    try {
      // The schema read it.
      after = editConfig(before, name, edit as Parameters<typeof editConfig>[2])
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      throw new ConsoleError('conflict', error.message)
    }
    const findings = await findIn(after)
    const errors = findings.filter(({ level }) => level === 'error')
    if (errors.length > 0)
      throw new ConsoleError('conflict', `The file would be refused: ${errors.map(({ message }) => message).join('\n')}`)
    const known = new Set((await findIn(before)).map(wordsOf))
    return {
      preview: {
        file: name,
        hash: createHash('sha256').update(before).digest('base64url'),
        lines: diffLines(redactConfig(before), redactConfig(after)),
        findings: findings.filter((finding) => !known.has(wordsOf(finding))).slice(0, mostFindings),
      },
      write() {
        const outcome = writeConfig(path, before, after)
        if ('backup' in outcome) return outcome.backup
        throw new ConsoleError('conflict', outcome.reason)
      },
    }
  }

  return {
    report,
    async check() {
      return (await findIn(readText())).slice(0, mostFindings)
    },
    async reload() {
      const outcome = (await reload?.()) ?? { problem: 'This program cannot read its configuration anew.' }
      if ('problem' in outcome) return { problem: short(outcome.problem), restart: [] }
      return { restart: outcome.restart?.split(' ') ?? [] }
    },
    // The console's own form names fewer members than the file may have.
    edits: configEditSchema as ConfigFileSource['edits'],
    plan,
  }
}

/** Finding of a line in the form `interlingua.yaml:3:5: …`, or of one without a place. */
function findingOf(level: ConfigFinding['level'], message: string): ConfigFinding {
  const line = /^.+?:(\d+):\d+: /.exec(message)?.[1]
  return { level, message, ...(line !== undefined && { line: Number(line) }) }
}

/** Message without its place, which a change moves. */
function wordsOf({ message }: ConfigFinding): string {
  return message.replace(/^.+?:\d+:\d+: /, '').replace(/\[\d+\]/g, '')
}
