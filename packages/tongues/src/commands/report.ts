import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { badgeOf } from '../report/badge.ts'
import { htmlOf } from '../report/html.ts'
import type { Report } from '../report/json-report.ts'
import { junitOf } from '../report/junit.ts'
import { readOptions, textOf } from '../run/command-options.ts'
import { readChecked, UseError } from '../run/load-cases.ts'

/** Writes the pages of a report again, from its `report.json`. */
export function report(args: readonly string[]): number {
  const { values, positionals } = readOptions(args, { out: { type: 'string' } })
  const [file] = positionals
  if (file === undefined) throw new UseError('report needs a file: tongues report report/report.json --out report')
  readFileSync(file)
  // The schema holds what the type says.
  const read = readChecked(file, 'report') as Report
  const out = textOf(values, 'out') ?? 'report'
  mkdirSync(out, { recursive: true })
  const pages = { 'index.html': htmlOf(read), 'junit.xml': junitOf(read), ...badgeOf(read) }
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(out, name), text)
  console.log(
    `written: ${Object.keys(pages)
      .map((name) => join(out, name))
      .join(', ')}`,
  )
  return 0
}
