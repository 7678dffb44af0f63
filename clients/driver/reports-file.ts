import { readFileSync, writeFileSync } from 'node:fs'
import type { ClientReport } from './client-report.ts'

const file = new URL('../results.json', import.meta.url)

/** Committed results of the last complete run. */
export function readReports(): readonly ClientReport[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly ClientReport[] // our own file
}

export function writeReports(reports: readonly ClientReport[]): void {
  writeFileSync(file, printReports(reports))
}

/** Text of the results file, with a line for each client, so that a diff shows what changed. */
export function printReports(reports: readonly ClientReport[]): string {
  return `[\n${reports.map((report) => JSON.stringify(report)).join(',\n')}\n]\n`
}
