import { casesOf } from './cases-of.ts'
import type { CaseName } from './cases.ts'
import type { Client, Language, Result } from './language.ts'
import type { Upstream } from './upstreams.ts'

/** Documented facts of a client: its settings, and the cases that it passed at which version. Durations are left out. */
export interface ClientReport {
  readonly language: string
  readonly name: string
  readonly title: string
  readonly packages: Readonly<Record<string, string>>
  readonly address: string
  readonly setting: string
  readonly passed: Readonly<Record<Upstream, readonly CaseName[]>>
  readonly failed: Readonly<Record<Upstream, readonly CaseName[]>>
  readonly without: Partial<Readonly<Record<CaseName, string>>>
}

export function reportClient(language: Language, client: Client, results: readonly Result[]): ClientReport {
  const { name, title, packages, path, setting, without = {} } = client
  const own = results.filter((result) => result.client === name)
  const pick = (ok: boolean): Record<Upstream, readonly CaseName[]> => {
    const cases = (upstream: Upstream): readonly CaseName[] =>
      casesOf(client).filter((each) => own.some((result) => result.upstream === upstream && result.case === each && result.ok === ok))
    return { messages: cases('messages'), responses: cases('responses'), chat: cases('chat'), contents: cases('contents') }
  }
  const versions = packages.map((each) => [each, language.version(client, each)] as const)
  const unknown = versions.find(([, version]) => version === '')
  if (unknown !== undefined) throw new Error(`${name}: nothing pins ${unknown[0]}`)
  return {
    language: language.name,
    name,
    title,
    packages: Object.fromEntries(versions),
    address: `http://127.0.0.1:8787${path}`,
    setting,
    passed: pick(true),
    failed: pick(false),
    without,
  }
}

/** Result of a client on one upstream: `14/14`, or the names of failed cases. */
export function tellStanding({ passed, failed }: ClientReport, upstream: Upstream): string {
  const count = passed[upstream].length
  const names = failed[upstream]
  return `${count}/${count + names.length}${names.length === 0 ? '' : `, not ${names.join(', ')}`}`
}
