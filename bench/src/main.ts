// `node bench/src/main.ts [--quick] [--only in-process|gateway|requests|streams|memory] [--json FILE] [--against CHECKOUT]`. What is measured and how: docs/bench.md.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareGateways } from './compare-gateways.ts'
import { gatewayParts, measureGateway } from './measure-gateway.ts'
import { joinRows } from './join-rows.ts'
import { medianRows } from './median-rows.ts'
import { formatReport } from './format-report.ts'
import { crossPairs } from './pairs.ts'
import type { ReportRow } from './report-row.ts'
import { canPin, spawnPinned } from './spawn-pinned.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' }, against: { type: 'string' } },
})
const rows: ReportRow[] = []
const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', pinned: canPin, quick: values.quick }
const pinning = canPin ? 'pinned' : 'NOT pinned to cores: figures are rough'
console.log(`${machine.node}, ${machine.cpu}, ${pinning}${values.quick ? ', quick' : ''}`)
const { only } = values
const parts = only === undefined || only === 'gateway' ? gatewayParts : gatewayParts.filter((part) => part === only)
const against = values.against === undefined ? undefined : resolve(values.against)
if (only === undefined || only === 'in-process') report(await measureInProcess(values.quick))
if (parts.length > 0)
  report(against === undefined ? await measureGateway(parts, values.quick) : await compareGateways(against, parts, values.quick))
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, rows }, undefined, 2)}\n`)

function report(measured: readonly ReportRow[]): void {
  rows.push(...measured)
  console.log(formatReport(measured))
}

/** Runs a process for each pair: what was measured before a row in its process would be in it. */
async function measureInProcess(quick: boolean): Promise<readonly ReportRow[]> {
  if (against !== undefined) return compareInProcess(against, quick)
  const measured: ReportRow[] = []
  for (const pair of crossPairs) measured.push(...(await measureInOneProcess(quick, `--pair=${pair.join(',')}`)))
  const sections = [...new Set(measured.map(({ section }) => section))]
  const mixed = await measureInOneProcess(quick, '--mixed')
  return [...sections.flatMap((section) => [...measured, ...mixed].filter((row) => row.section === section)), ...medianRows(measured)]
}

/** Runs several processes against another checkout, since compiled code differs from one to the next. */
async function compareInProcess(checkout: string, quick: boolean): Promise<readonly ReportRow[]> {
  const all: (readonly ReportRow[])[] = []
  for (let turn = 0; turn < (quick ? 3 : 5); turn++) all.push(await measureInOneProcess(quick, `--against=${checkout}`))
  return joinRows(all)
}

function measureInOneProcess(quick: boolean, what: string): Promise<readonly ReportRow[]> {
  return new Promise((done, reject) => {
    const child = spawnPinned('measured', [new URL('./in-process.ts', import.meta.url).pathname, ...(quick ? ['--quick'] : []), what])
    child.stdout?.pipe(process.stderr)
    child.once('message', (message) => done(message as readonly ReportRow[])) // in-process.ts sends nothing else
    child.once('exit', (code) => reject(new Error(`the in-process part ended with code ${code}`)))
    child.once('error', reject)
  })
}
