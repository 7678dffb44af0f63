import { profileOf } from '../profiles/profiles.ts'
import { startReference } from '../reference/reference-gateway.ts'
import type { Case } from '../run/case.ts'
import type { RunContext } from '../run/exchanged.ts'
import { createHttpClient } from '../run/http-client.ts'
import { isFailure } from '../run/outcome.ts'
import { runCases } from '../run/run-cases.ts'
import { createStandIn } from '../reference/stand-in.ts'
import { startUpstream, type UpstreamServer } from '../run/upstream-server.ts'
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
      kills[mutant.name] = [...new Set([...killed.through, ...killed.front])]
      for (const { id } of listed.filter(({ front }) => front !== 'only'))
        if (!killed.through.includes(id)) problems.push(`${mutant.name} survives ${id}`)
      for (const { id } of listed.filter(({ front }) => front !== undefined))
        if (!killed.front.includes(id)) problems.push(`${mutant.name} survives ${id} in mode front`)
    }
  } finally {
    await upstream.close()
  }
  for (const { id, mutants, status } of cases)
    if (only === undefined && mutants.length === 0 && (status ?? 'stable') === 'stable') problems.push(`${id} kills no mutant`)
  return { kills, problems }
}

/** Ids of the cases that kill a mutant, in each mode. */
async function killedBy(
  mutant: Mutant,
  cases: readonly Case[],
  upstream: UpstreamServer,
  lanes: number,
): Promise<{ readonly through: readonly string[]; readonly front: readonly string[] }> {
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
    const kill = async (list: readonly Case[], asked: RunContext): Promise<readonly string[]> => {
      const killed: string[] = []
      for (const given of list) {
        const { results } = await runCases([given], asked, { timing: true, drafts: true, lanes })
        if (results.some(({ verdict, axis }) => isFailure(verdict, axis))) killed.push(given.id)
      }
      return killed
    }
    const through = await kill(cases, context)
    const { upstream: _, ...front } = { ...context, profile: { ...context.profile, models: crossed } }
    upstream.adopt(createStandIn())
    const inFront = await kill(
      cases.filter((each) => each.front !== undefined),
      front,
    )
    upstream.adopt(undefined)
    return { through, front: inFront }
  } finally {
    http.close()
    await gateway.close()
  }
}

/** Models by client format, each of an upstream in another format: mutants break translations. */
export const crossed = { M: 'gpt-4.1', R: 'claude-sonnet-4-5', C: 'gemini-3-pro-preview', G: 'gpt-5' } as const

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
