import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { hashSecret, issueKey } from '@interlingua/access'
import { ConfigError } from '@interlingua/gateway-kernel'
import { openStore, StoreError } from '@interlingua/store'
import type { GatewayConfig } from '../../config/config-schema.ts'
import { configFile, readConfig } from '../../config/read-config.ts'
import { nearest } from '../../config/nearest.ts'
import { ownCommand } from '../../own-command.ts'
import type { Terminal } from '../terminal.ts'
import type { Agent, AgentTarget } from './agent.ts'
import { agents } from './agents.ts'
import { chooseModel } from './choose-model.ts'
import { EditError, editText, undoEdits } from './edits/edit.ts'
import { syntaxes } from './edits/syntaxes.ts'
import { isReachable, isServed, listModels, type OfferedModel, tryModel } from './gateway-client.ts'
import { type Machine, placeOf, shortPath } from './place-of.ts'
import {
  backupOf,
  backupPath,
  isUntouched,
  type PlannedFile,
  putBack,
  readRecord,
  removeRecord,
  type SetupRecord,
  writeSetup,
} from './record.ts'
import { showFiles } from './show-files.ts'
import { type Snippet, snippets } from './snippets.ts'
import { showFirstRequest } from './wait-for-request.ts'

export interface SetupOptions {
  readonly url: string
  /** Key of the gateway. Absent: one is made. */
  readonly key?: string
  readonly keyName?: string
  readonly model?: string
  readonly print?: true
  readonly undo?: true
  readonly yes?: true
  /** True to wait for the first request of the agent after the set-up. */
  readonly wait?: true
}

/** Failure of a set-up, told in a sentence. Nothing was changed. */
class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** Finds an agent, or a language, by its name in the command. */
export function findAgent(name: string): Agent | Snippet | { readonly problem: string } {
  const known: readonly (Agent | Snippet)[] = [...agents, ...snippets]
  const found = known.find(({ id }) => id === name)
  if (found !== undefined) return found
  const near = nearest(
    name,
    known.map(({ id }) => id),
  )
  return {
    problem: `there is no agent or language "${name}" here.${near === undefined ? '' : ` Did you mean ${near}?`} ${ownCommand()} setup lists them.`,
  }
}

/** Text of the list of agents. */
export function listAgents(): string {
  const by = { ci: 'run by CI', hand: 'tried by hand' }
  const lines = agents.map(({ id, title, tried }) => `  ${id.padEnd(16)}${title.padEnd(16)}${tried.version}, ${by[tried.by]}\n`)
  const languages = snippets.map(({ id, title }) => `  ${id.padEnd(16)}${title}\n`)
  return `Agents (${ownCommand()} setup <agent>):\n${lines.join('')}\nSDKs (printed only):\n${languages.join('')}`
}

/** Runs `interlingua setup`. Returns the exit code: 0, or 1 if nothing was set up. */
export async function runSetup(agent: Agent | Snippet, options: SetupOptions, machine: Machine, terminal: Terminal): Promise<number> {
  try {
    if ('code' in agent) return showSnippet(agent, options, terminal)
    if (options.undo) return await undo(agent, machine, terminal)
    if (options.print) return show(agent, options, machine, terminal)
    return await setUp(agent, options, machine, terminal)
  } catch (error) {
    if (!(error instanceof SetupError) && !(error instanceof ConfigError) && !(error instanceof StoreError)) throw error
    terminal.err(`error: ${error.message}\n`)
    return 1
  }
}

function showSnippet(
  { install, code, title }: Snippet,
  { url, key = 'KEY', model = 'MODEL', undo }: SetupOptions,
  { out, err }: Terminal,
): number {
  if (undo) throw new SetupError(`nothing was written for ${title}: what is shown is for programs of your own.`)
  err(`Install: ${install}\n\n`)
  out(code({ url: plainUrl(url), key, model }))
  return 0
}

function show(agent: Agent, { url, key = 'KEY', model = 'MODEL' }: SetupOptions, machine: Machine, { out }: Terminal): number {
  const to = { url: plainUrl(url), key, model, contextLength: 200_000, maxOutput: 32_000, missing: [] }
  out(showFiles(agent, to, machine))
  return 0
}

async function setUp(agent: Agent, options: SetupOptions, machine: Machine, terminal: Terminal): Promise<number> {
  const { out, err } = terminal
  const url = plainUrl(options.url)
  if (!(await isReachable(url)))
    throw new SetupError(
      `no gateway answers at ${url}. Start it in another terminal (${ownCommand()} start), or name its address with --url.`,
    )
  const earlier = readRecord(agent.id, machine)
  const made = options.key === undefined ? await makeKey(agent, options.keyName, machine) : undefined
  const key = made?.secret ?? options.key ?? ''
  let done = false
  try {
    if (made !== undefined) err(`  key     made "${made.name}", for all models and without limits\n`)
    const model = await findModel(agent, options, url, key)
    const missing: string[] = []
    for (const asked of agent.alsoUses ?? []) if (!(await isServed(url, key, asked.id))) missing.push(asked.id)
    err(`  model   ${model.id}${options.model === undefined ? '   (--model takes another)' : ''}\n`)
    if (model.contextLength !== undefined && model.contextLength < usefulContext)
      err(
        `  note    its context is ${model.contextLength} tokens; an agent fills ${usefulContext} in a short talk: --model takes another\n`,
      )
    const trial = await tryModel(url, key, model.id, agent.speaks)
    if (trial.status !== 200)
      throw new SetupError(
        `the gateway answered POST ${trial.path} for ${model.id} with ${trial.status ?? 'nothing'}: ${trial.said} Nothing was written.`,
      )
    err(`  tried   POST ${trial.path} → 200 in ${(trial.millis / 1000).toFixed(1)} s\n`)
    const to: AgentTarget = {
      url,
      key,
      model: model.id,
      contextLength: model.contextLength ?? 200_000,
      maxOutput: model.maxOutput ?? 32_000,
      missing,
    }
    const routes = routesFor(agent, to, machine)
    const files = agent.files(to).map((file): FileEdits => ({ ...file, file: placeOf(file, machine) }))
    const planned = plan([...files, ...routes], earlier, machine)
    if (!(await isWanted(planned, options, machine, terminal))) throw new SetupError('nothing was written.')
    if (earlier !== undefined) {
      await takeBack(earlier, machine, terminal, planned)
      err(`  before  took the earlier set-up of ${agent.title} back\n`)
    }
    writeSetup({ agent: agent.id, url, ...(made && { key: made.record }) }, planned, machine)
    done = true
    const record = readRecord(agent.id, machine)
    for (const file of record?.files ?? [])
      err(
        `  wrote   ${shortPath(file.file, machine)}${file.backup === undefined ? '' : `   (before: ${shortPath(backupPath(file, agent.id, machine), machine)})`}\n`,
      )
    for (const unserved of routes.length > 0 ? [] : missing)
      err(`  note    ${agent.title} also asks for ${unserved}, which this gateway does not serve: a route maps it (docs/agents.md)\n`)
    for (const note of agent.notes ?? []) err(`  note    ${note}\n`)
    err('\nStart it:\n')
    out(`${agent.start(to).join('\n')}\n`)
    err(`\nTake it back: ${ownCommand()} setup ${agent.id} --undo\n`)
    return options.wait ? await waitFor(key, machine, terminal) : 0
  } finally {
    if (!done && made !== undefined) await revoke(made.record, machine)
  }
}

/** Waits for the agent's first request, in the records of the gateway of this folder. */
async function waitFor(secret: string, { environment, folder }: Machine, terminal: Terminal): Promise<number> {
  const settings = readConfig(environment, folder)
  if (settings.usage?.enabled === false)
    throw new SetupError('the gateway keeps no usage records (usage.enabled: false), by which --wait sees requests. The set-up is done.')
  const since = Date.now()
  const store = await openStore(settings)
  try {
    const key = await store.keys.findByHash(hashSecret(secret))
    if (key === undefined)
      throw new SetupError('--wait reads the records of the gateway of this folder, which does not know the key. The set-up is done.')
    return await showFirstRequest(store, key.id, since, terminal)
  } finally {
    await store.close()
  }
}

/** Address without a path that a client adds itself. */
function plainUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new SetupError(`--url: "${text}" is no address; write it with its scheme, such as http://127.0.0.1:8787.`)
  return `${url.origin}${url.pathname.replace(/\/(?:v1|v1beta)?\/?$/, '')}`
}

async function findModel(agent: Agent, { model }: SetupOptions, url: string, key: string): Promise<OfferedModel> {
  const offered = await listModels(url, key)
  if ('status' in offered) {
    const why =
      offered.status === 401 ? `the gateway at ${url} does not know the key` : `the gateway refused its list of models (${offered.status})`
    throw new SetupError(
      `${why}: ${offered.message} Run this in the folder of the gateway, or name a key of it with --key. Nothing was written.`,
    )
  }
  if (model !== undefined) return offered.find(({ id }) => id === model) ?? { id: model }
  const chosen = chooseModel(offered, agent)
  if (chosen === undefined) throw new SetupError('the gateway lists no models for text: name one with --model. Nothing was written.')
  return chosen
}

interface MadeKey {
  readonly secret: string
  readonly name: string
  readonly record: NonNullable<SetupRecord['key']>
}

/** Makes a key in the store of the gateway of this folder, under a name that is free. */
async function makeKey(agent: Agent, name: string | undefined, { environment, folder }: Machine): Promise<MadeKey> {
  const settings = readConfig(environment, folder)
  if (!hasStore(settings))
    throw new SetupError(
      `the gateway of this folder keeps its keys in ${settings.dataDir ?? 'memory'}, where there are none yet. Run this where the gateway runs, or name a key of it with --key.`,
    )
  const store = await openStore(settings)
  try {
    for (let number = 1; ; number++) {
      const wanted = name ?? (number === 1 ? agent.id : `${agent.id}-${number}`)
      const { key, secret } = issueKey({ name: wanted }, Date.now())
      if (await store.keys.insert(key)) {
        const config = environment['INTERLINGUA_CONFIG']
        const data = environment['INTERLINGUA_DATA'] && resolve(folder, environment['INTERLINGUA_DATA'])
        return { secret, name: wanted, record: { id: key.id, name: wanted, folder, ...(config && { config }), ...(data && { data }) } }
      }
      if (name !== undefined) throw new SetupError(`there is a key with the name ${name} already; name another with --key-name.`)
    }
  } finally {
    await store.close()
  }
}

/** Revokes a key that was made for a set-up, in the store that it was made in. False if it is not there. */
async function revoke({ id, folder, config, data }: NonNullable<SetupRecord['key']>, { environment }: Machine): Promise<boolean> {
  const made = { ...environment, ...(config !== undefined && { INTERLINGUA_CONFIG: config }), ...(data && { INTERLINGUA_DATA: data }) }
  const settings = readConfig(made, folder)
  if (!hasStore(settings)) return false
  const store = await openStore(settings)
  try {
    return await store.keys.revoke(id, Date.now())
  } finally {
    await store.close()
  }
}

/** False if opening the store would make it: it is none that a gateway reads. */
function hasStore({ databaseUrl, dataDir }: GatewayConfig): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir ?? '', 'interlingua.db'))
}

/** Tokens of a context below which agents end a talk early. */
const usefulContext = 64_000

type FileEdits = Pick<PlannedFile, 'file' | 'syntax' | 'edits'>

/** Routes in the gateway's own configuration for models that the agent asks for by itself; none without a configuration file. */
function routesFor(agent: Agent, { missing, model }: AgentTarget, machine: Machine): readonly FileEdits[] {
  const file = configFile(machine.environment, machine.folder)
  const routes = (agent.alsoUses ?? []).filter(({ id }) => missing.includes(id))
  if (routes.length === 0 || !existsSync(file) || !/\.ya?ml$/.test(file)) return []
  const edits = routes.map(({ match }) => ({ list: ['routes'], by: 'match', item: { match, to: model } }))
  return [{ file, syntax: 'yaml', edits }]
}

/** Text of each file before and after the edits. An earlier set-up is taken back in memory first. */
function plan(files: readonly FileEdits[], earlier: SetupRecord | undefined, machine: Machine): readonly PlannedFile[] {
  return files.map(({ file, syntax, edits }) => {
    const old = earlier?.files.find((each) => each.file === file)
    const text = old === undefined ? readText(file) : textWithout(old, earlier?.agent ?? '', machine)
    try {
      return { file, syntax, edits, before: text, after: editText(syntaxes[syntax], text ?? '', edits) }
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      throw new SetupError(
        `${shortPath(file, machine)} ${error.message}. Nothing was written: repair the file, or take what --print shows by hand.`,
      )
    }
  })
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Text of a file without the edits of a set-up; undefined: the file goes. */
function textWithout(recorded: SetupRecord['files'][number], agent: string, machine: Machine): string | undefined {
  const before = backupOf(recorded, agent, machine)?.toString('utf8')
  const now = readText(recorded.file)
  if (now === undefined || isUntouched(recorded)) return before
  const text = undoEdits(syntaxes[recorded.syntax], before ?? '', now, recorded.edits)
  // A file that the set-up made, and that holds nothing else, goes.
  return before === undefined && text.trim().replace(/^\{\s*\}$/, '') === '' ? undefined : text
}

async function isWanted(planned: readonly PlannedFile[], { yes }: SetupOptions, machine: Machine, { err }: Terminal): Promise<boolean> {
  const existing = planned.filter(({ before, after }) => before !== undefined && before !== after)
  if (yes || existing.length === 0 || !process.stdin.isTTY) return true
  for (const { file } of existing) err(`  change  ${shortPath(file, machine)}, which is there already; nothing in it is lost\n`)
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await questions.question('  write?  [y/N] ')).trim())
  } finally {
    questions.close()
  }
}

async function undo(agent: Agent, machine: Machine, terminal: Terminal): Promise<number> {
  const record = readRecord(agent.id, machine)
  if (record === undefined) {
    terminal.err(`error: there is no set-up of ${agent.title} by this user: nothing to take back.\n`)
    return 1
  }
  return (await takeBack(record, machine, terminal)) ? 0 : 1
}

/**
 * Takes a set-up back. Files that another set-up writes anew, `planned`, are put back without a word. False if the key that was made for
 * it could not be revoked.
 */
async function takeBack(record: SetupRecord, machine: Machine, { err }: Terminal, planned?: readonly PlannedFile[]): Promise<boolean> {
  for (const recorded of record.files.toReversed()) {
    const place = shortPath(recorded.file, machine)
    const now = readText(recorded.file)
    if (now === undefined) {
      err(`  left    ${place}, which was removed after the set-up\n`)
      continue
    }
    try {
      const bytes = isUntouched(recorded) ? backupOf(recorded, record.agent, machine) : textWithout(recorded, record.agent, machine)
      putBack(recorded.file, bytes, recorded.folders)
      if (planned === undefined) err(`  back    ${place}\n`)
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      throw new SetupError(
        `${place} ${error.message}, so the set-up cannot be taken out of it. The file from before is ${shortPath(backupPath(recorded, record.agent, machine), machine)}.`,
      )
    }
  }
  const revoked = record.key === undefined || (await revoke(record.key, machine))
  removeRecord(record, machine)
  if (!revoked)
    err(
      `  key     "${record.key?.name}" is not in the store of ${record.key?.folder}, and was not revoked: if another store has it, run \`${ownCommand()} key revoke ${record.key?.id}\` where its gateway runs\n`,
    )
  else if (record.key !== undefined && planned === undefined) err(`  key     revoked "${record.key.name}"\n`)
  return revoked
}
