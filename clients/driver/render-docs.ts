import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/workspace.ts'
import type { CaseName } from './cases.ts'
import { tellStanding, type ClientReport } from './client-report.ts'
import { readReasons } from './expected-failures.ts'
import { upstreamNames } from './upstreams.ts'

const titles: Readonly<Record<string, string>> = {
  // The page describes the official SDKs before.
  javascript: 'Frameworks in JavaScript',
  python: 'Python',
  go: 'Go',
  java: 'Java',
  rust: 'Rust',
}

/** Faults, and what a client is to do at each, as a column's title. */
const faults: Partial<Readonly<Record<CaseName, string>>> = {
  cut: 'a stream breaks off: an error',
  'rate-limit': '429 each time: its error for rate limits',
  retry: '429 once: waits as told, asks again',
  'server-error': '500: its error for servers',
  context: 'prompt too long: its error for requests',
  key: 'wrong key: its error for keys',
}

/** Pages with their results filled in, by file. Text outside of the marked regions is written by hand. */
export function renderDocs(reports: readonly ClientReport[]): ReadonlyMap<string, string> {
  const libraries = reports.filter(({ language }) => language !== 'agents')
  const agents = reports.filter(({ language }) => language === 'agents')
  return new Map([
    [
      'docs/clients.md',
      fill('docs/clients.md', { settings: settings(libraries), results: `${table(libraries)}\n\n${reasons(libraries)}` }),
    ],
    ['docs/faults.md', fill('docs/faults.md', { faults: faultTable(libraries) })],
    [
      'docs/agents.md',
      fill('docs/agents.md', {
        agents: `${agents.map(agentBlock).join('\n\n')}\n\n### What was run\n\n${table(agents)}\n\n${reasons(agents)}`,
      }),
    ],
  ])
}

function fill(file: string, regions: Readonly<Record<string, string>>): string {
  let page = readFileSync(join(root, file), 'utf8')
  for (const [name, text] of Object.entries(regions)) {
    const [before, rest] = page.split(`<!-- ${name}: written by clients/docs.ts -->`)
    const after = rest?.split(`<!-- end of ${name} -->`)[1]
    if (before === undefined || after === undefined) throw new Error(`${file} has no place for ${name}`)
    page = `${before}<!-- ${name}: written by clients/docs.ts -->\n\n${text}\n\n<!-- end of ${name} -->${after}`
  }
  return page
}

function settings(reports: readonly ClientReport[]): string {
  return Object.entries(titles)
    .map(([language, title]) => {
      const rows = reports
        .filter((report) => report.language === language)
        .map((report) => [report.title, `\`${report.address}\``, `\`${report.setting}\``])
      return `### ${title}\n\n${markdown(['client', 'URL', 'what to write'], rows)}`
    })
    .join('\n\n')
}

function agentBlock({ title, setting }: ClientReport): string {
  return `### ${title}\n\n\`\`\`\n${setting}\n\`\`\``
}

function table(reports: readonly ClientReport[]): string {
  const rows = reports.map((report) => [
    report.title,
    Object.entries(report.packages)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    ...upstreamNames.map((upstream) => tellStanding(report, upstream)),
  ])
  return markdown(['client', 'version', ...upstreamNames], rows)
}

function faultTable(reports: readonly ClientReport[]): string {
  const cell = ({ passed, failed, without }: ClientReport, name: CaseName): string => {
    if (without[name] !== undefined) return '–'
    const not = upstreamNames.filter((upstream) => failed[upstream].includes(name))
    if (not.length > 0) return not.length === upstreamNames.length ? '**no**' : `**not** on ${not.join(', ')}`
    return upstreamNames.some((upstream) => passed[upstream].includes(name)) ? 'yes' : '–'
  }
  const names = Object.keys(faults) as CaseName[] // keys of a record of them
  const rows = reports.map((report) => [report.title, ...names.map((name) => cell(report, name))])
  return markdown(['client', ...names.map((name) => faults[name] ?? name)], rows)
}

/** Reasons for missing and failing cases. */
function reasons(reports: readonly ClientReport[]): string {
  const told = reports.flatMap(({ title, without }) =>
    Object.entries(without).map(([name, reason]) => `- ${title}, without \`${name}\`: ${reason}.`),
  )
  const names = new Map(reports.map(({ name, title }) => [name, title]))
  const known = readReasons().flatMap(({ clients, upstreams, cases, reason }) => {
    const here = clients.flatMap((client) => names.get(client) ?? [])
    if (here.length === 0) return []
    return [`- ${here.join('; ')} on ${upstreams.join(', ')}, \`${cases.join('`, `')}\`: ${reason}.`]
  })
  return [...told, ...known].join('\n')
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
