import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { memberNames } from './format-files.ts'

/** Members of an adapter that no format has to have. */
const optionalMembers: readonly string[] = ['format', 'count', 'acceptsUrl', 'refuseElsewhere']

/** Members of an edge that a gateway asks for. `stream` is missing where the adapter has no decoder yet. */
const edgeMembers = ['adapter', 'vendor', 'client', 'upstream', 'describe']

type Table = Readonly<Record<string, unknown>>

/**
 * Problems of a text format that is free in its files: its index must export the adapter and its members, `edge.ts` the edge, and a test must
 * run the laws. `tables`: notices of other formats by their owner, `standard`: codes that formats share.
 */
export async function checkGuest(
  { folder, id, name }: { readonly folder: string; readonly id: string; readonly name: string },
  base: string,
  tables: ReadonlyMap<string, Table>,
  standard: Table,
): Promise<readonly string[]> {
  const problems: string[] = []
  const index = await load(join(base, folder, 'src/index.ts'))
  const adapter = index instanceof Error ? undefined : index[name]
  if (index instanceof Error) problems.push(`${folder}/src/index.ts: does not load: ${index.message}`)
  else if (!isTable(adapter) || adapter['format'] !== id)
    problems.push(`${folder}: does not export ${name}, an adapter of the format ${id}`)
  else problems.push(...checkMembers(folder, name, adapter, index), ...checkNotices(folder, id, index['notice'], tables, standard))
  const edges = await load(join(base, folder, 'src/edge.ts'))
  const edge = edges instanceof Error ? undefined : edges[name]
  if (edges instanceof Error) problems.push(`${folder}/src/edge.ts: does not load: ${edges.message}`)
  else if (!isTable(edge) || edgeMembers.some((member) => edge[member] === undefined))
    problems.push(`${folder}/src/edge.ts: does not export ${name}, an edge`)
  else if (adapter !== undefined && edge['adapter'] !== adapter) problems.push(`${folder}/src/edge.ts: has another adapter than the index`)
  const tests = globSync('test/**/*.test.ts', { cwd: join(base, folder) })
  if (!tests.some((test) => /\bdescribeAdapterLaws\(/.test(readFileSync(join(base, folder, test), 'utf8'))))
    problems.push(`${folder}: no test calls describeAdapterLaws`)
  return problems
}

function checkMembers(folder: string, name: string, adapter: Table, index: Table): readonly string[] {
  const members: readonly string[] = memberNames
  return Object.keys(adapter).flatMap((member) => {
    if (optionalMembers.includes(member)) return []
    if (!members.includes(member)) return [`${folder}: ${name} has ${member}, which is no member of an adapter`]
    return index[member] === adapter[member] ? [] : [`${folder}: does not export ${member}`]
  })
}

function checkNotices(folder: string, id: string, notice: unknown, tables: ReadonlyMap<string, Table>, standard: Table): readonly string[] {
  const { owner, table } = typeof notice === 'function' ? (notice as { readonly owner?: unknown; readonly table?: unknown }) : {} // any function
  if (owner !== id || !isTable(table)) return [`${folder}: does not export notice, declared for ${id}`]
  return Object.keys(table).flatMap((code) => {
    const [other] = [...tables].filter(([each, own]) => each !== id && Object.hasOwn(own, code)).map(([each]) => each)
    return other === undefined || Object.hasOwn(standard, code) ? [] : [`${folder}: ${code} is a notice of ${other} too; make it standard`]
  })
}

/** The exports of a module, or why there are none. */
async function load(file: string): Promise<Table | Error> {
  if (!existsSync(file)) return new Error('it does not exist')
  try {
    return (await import(pathToFileURL(file).href)) as Table // the namespace of a module
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Notices that a package declares; `undefined` where it does not load or declares none. */
export async function noticesOf(index: string): Promise<Table | undefined> {
  const exported = await load(index)
  if (exported instanceof Error || typeof exported['notice'] !== 'function') return undefined
  const { table } = exported['notice'] as { readonly table?: unknown } // any function
  return isTable(table) ? table : undefined
}

/** Standard notices of the core of a checkout; none where it does not load. */
export async function standardNoticesOf(base: string): Promise<Table> {
  const core = await load(join(base, 'packages/core/src/adapter-author.ts'))
  const standard = core instanceof Error ? undefined : core['standardNotices']
  return isTable(standard) ? standard : {}
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null
}
