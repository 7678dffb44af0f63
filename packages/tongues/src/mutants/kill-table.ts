import { profileOf } from '../profiles/profiles.ts'
import { startReference } from '../reference/reference-gateway.ts'
import type { Case } from '../run/case.ts'
import { createHttpClient } from '../run/http-client.ts'
import { isFailure } from '../run/outcome.ts'
import { runCases } from '../run/run-cases.ts'
import { startUpstream } from '../run/upstream-server.ts'
import type { Mutant } from './mutant.ts'
import { allMutants } from './mutants.ts'

export interface KillTable {
  /** Ids of the cases that kill a mutant, of those that must. */
  readonly kills: Readonly<Record<string, readonly string[]>>
  readonly problems: readonly string[]
}

/** Runs each mutant against the cases that name it. */
export async function killTable(
  cases: readonly Case[],
  { lanes, only }: { readonly lanes: number; readonly only?: readonly string[] | undefined },
): Promise<KillTable> {
  const problems: string[] = []
  const kills: Record<string, readonly string[]> = {}
  const names = new Set(allMutants.map(({ name }) => name))
  const chosen = allMutants.filter(({ name }) => only === undefined || only.includes(name))
  for (const { id, mutants } of cases)
    for (const name of mutants) if (!names.has(name)) problems.push(`${id} names the mutant ${name}, which does not exist`)
  const upstream = await startUpstream()
  try {
    for (const mutant of chosen) {
      const listed = cases.filter(({ mutants }) => mutants.includes(mutant.name))
      if (listed.length === 0) problems.push(`${mutant.name}: no case names it`)
      if (listed.length > 15) problems.push(`${mutant.name}: ${listed.length} cases name it, so that it is too blunt`)
      const killed = await killedBy(mutant, listed, upstream, lanes)
      kills[mutant.name] = killed
      for (const { id } of listed) if (!killed.includes(id)) problems.push(`${mutant.name} survives ${id}`)
    }
  } finally {
    await upstream.close()
  }
  for (const { id, mutants, status } of cases)
    if (only === undefined && mutants.length === 0 && (status ?? 'stable') === 'stable') problems.push(`${id} kills no mutant`)
  return { kills, problems }
}

async function killedBy(
  mutant: Mutant,
  cases: readonly Case[],
  upstream: Awaited<ReturnType<typeof startUpstream>>,
  lanes: number,
): Promise<readonly string[]> {
  const gateway = await startReference({ port: 0, upstream: `http://127.0.0.1:${upstream.port}`, mutant })
  const http = createHttpClient()
  try {
    const context = {
      profile: profileOf('reference'),
      gateway: `http://127.0.0.1:${gateway.port}`,
      key: 'k',
      upstream,
      http,
      seed: 1,
      fullSweep: false,
      timeoutMs: 10_000,
    }
    const killed: string[] = []
    for (const given of cases) {
      const { results } = await runCases([given], context, { timing: true, lanes })
      if (results.some(({ verdict, axis }) => isFailure(verdict, axis))) killed.push(given.id)
    }
    return killed
  } finally {
    http.close()
    await gateway.close()
  }
}

/** Table of mutants × cases as text. */
export function tableText({ kills, problems }: KillTable): string {
  const rows = Object.entries(kills).map(([name, ids]) => `${name.padEnd(34)} ${ids.length === 0 ? 'SURVIVES' : ids.join(', ')}`)
  const killed = Object.values(kills).filter((ids) => ids.length > 0).length
  return [
    ...rows,
    ...problems.map((problem) => `PROBLEM: ${problem}`),
    `${killed} of ${rows.length} mutants are killed, ${problems.length} problems`,
  ].join('\n')
}
