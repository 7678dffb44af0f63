import { readFileSync, writeFileSync } from 'node:fs'
import type { ClientReport } from './client-report.ts'

const file = new URL('../results.json', import.meta.url)

/** What the last complete run said, as it is committed. */
export function readReports(): readonly ClientReport[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly ClientReport[] // our own file
}

export function writeReports(reports: readonly ClientReport[]): void {
  writeFileSync(file, printReports(reports))
}

/** The text of the file: a client a line, so that a change is seen where it is. */
export function printReports(reports: readonly ClientReport[]): string {
  return `[\n${reports.map((report) => JSON.stringify(report)).join(',\n')}\n]\n`
}
