import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '@interlingua/gateway-kernel'
import { parseConfig } from '../../config/read-config.ts'
import { ownCommand } from '../../own-command.ts'
import type { Terminal } from '../terminal.ts'
import { importLitellm } from './litellm/import-litellm.ts'
import type { ReportLine, Status } from './litellm/leaves.ts'

export interface ImportOptions {
  readonly out: string
  readonly report?: string
  readonly strict?: true
  readonly force?: true
  readonly json?: true
}

/** Runs `interlingua import litellm`. Returns the exit code: 1 if nothing was written, or with `strict` if anything is unmapped. */
export function runImport(file: string, { out: target, report, strict, force, json }: ImportOptions, { out, err }: Terminal): number {
  const fail = (message: string): number => {
    err(`error: ${message}\n`)
    return 1
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return fail(`${file}: the file cannot be read`)
  }
  const place = resolve(target)
  const folder = join(dirname(place), 'interlingua-secrets')
  const imported = importLitellm(text, (channel) => join(folder, channel))
  if ('problem' in imported) return fail(`${file}:${imported.line}:${imported.column}: ${imported.problem}`)
  const { yaml, lines, secrets } = imported
  const taken = [place, ...secrets.keys()].find((each) => existsSync(each))
  if (taken !== undefined && !force) return fail(`${taken} is there already: name another file with --out, or replace it with --force`)
  try {
    parseConfig(yaml, target)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fail(`what was made of ${file} would be refused, which is a fault of the importer:\n${error.message}`)
  }
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, yaml)
  if (secrets.size > 0) mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [path, secret] of secrets) writeFileSync(path, secret, { mode: 0o600 })
  if (report !== undefined) writeFileSync(report, `${JSON.stringify(lines, undefined, 2)}\n`)
  out(json ? `${JSON.stringify(lines, undefined, 2)}\n` : formatReport(file, lines))
  err(`\nWrote ${target}${secrets.size > 0 ? `, and ${secrets.size} secrets into ${folder}` : ''}. Next: ${ownCommand()} check ${target}\n`)
  return strict && lines.some(({ status }) => status === 'unmapped') ? 1 : 0
}

/** Parts of the report, those that want attention first. */
const order: readonly Status[] = ['manual', 'unmapped', 'changed', 'mapped', 'same']
const heads: Readonly<Record<Status, string>> = {
  manual: 'To be done by hand',
  unmapped: 'Not taken over',
  changed: 'Taken over with a difference',
  mapped: 'Taken over',
  same: 'Needs nothing',
}

function formatReport(file: string, lines: readonly ReportLine[]): string {
  const parts = order.flatMap((status) => {
    const own = lines.filter((line) => line.status === status)
    if (own.length === 0) return []
    const rows = own.map(
      ({ source, line, became, message }) => `  ${file}:${line}: ${source}${became === undefined ? '' : ` → ${became}`}: ${message}`,
    )
    return [`${heads[status]}:\n${rows.join('\n')}\n`]
  })
  const count = (...statuses: readonly Status[]): number => lines.filter(({ status }) => statuses.includes(status)).length
  const sums = `${count('mapped', 'same', 'changed')} of ${lines.length} keys taken over, ${count('manual')} to be done by hand, ${count('unmapped')} not taken over\n`
  return `${[...parts, sums].join('\n')}`
}
