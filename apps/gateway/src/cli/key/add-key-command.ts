import { InvalidArgumentError, Option } from 'commander'
import type { ApiKey, Budget, KeyLimits } from '../../keys/api-key.ts'
import { issueKey, type KeyTerms } from '../../keys/issue-key.ts'
import { keyState } from '../../keys/key-state.ts'
import type { CliCommand } from '../cli-command.ts'
import { readBudget } from '../read-budget.ts'
import { readCount } from '../read-count.ts'
import { readExpiry } from '../read-expiry.ts'
import { withStore } from '../with-store.ts'

interface Options {
  readonly models?: readonly string[]
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  readonly streams?: number
  readonly budget?: Budget
  readonly expires?: number
  readonly admin?: true
  readonly json?: true
}

/** `interlingua key create`: the secret alone goes to standard output, what is said about it to standard error. */
const addKeyCreate: CliCommand = (parent, terminal) => {
  const { out, err } = terminal
  parent
    .command('create')
    .description('issue a key; its secret is printed this once')
    .argument('<name>', 'by which people know the key', readName)
    .option('--models <ids...>', "model ids or patterns that it may use ('claude-*'), separated by spaces or commas; else all", addModels)
    .option('--requests-per-minute <n>', 'requests that it may send in a minute', readCount)
    .option('--tokens-per-minute <n>', 'input and output tokens together', readCount)
    .option('--streams <n>', 'streams that it may have open at once', readCount)
    .option('--budget <amount/period>', 'what it may cost: 10.00/day, 10.00/month, 10.00/total', readBudget)
    .addOption(
      new Option('--expires <when>', '12h, 30d, 4w or a date of ISO 8601').argParser((text: string) => readExpiry(text, Date.now())),
    )
    .option('--admin', 'it may ask for usage records and the affairs of other keys')
    .option('--json', 'print the key and its secret as JSON')
    .action((name: string, options: Options) =>
      withStore(terminal, async ({ keys }) => {
        const now = Date.now()
        const { key, secret } = issueKey(termsOf(name, options), now)
        if (!(await keys.insert(key))) {
          err(`error: there is a key with the name ${name} already; names are not used again, also after a key was revoked\n`)
          return 1
        }
        const description = describeKey(key, now)
        if (options.json) {
          out(`${JSON.stringify({ ...description, secret }, undefined, 2)}\n`)
          return 0
        }
        err(`${name} (${key.id}): ${spellTerms(description)}\nIts secret, which is shown this once:\n`)
        out(`${secret}\n`)
        return 0
      }),
    )
}

function termsOf(name: string, options: Options): KeyTerms {
  const { models, requestsPerMinute, tokensPerMinute, streams, budget, expires, admin } = options
  const limits: KeyLimits = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
    ...(streams !== undefined && { concurrentStreams: streams }),
  }
  return {
    name,
    ...(models && { models }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(budget && { budget }),
    ...(expires !== undefined && { expiresAt: expires }),
    ...(admin && { admin }),
  }
}

function readName(text: string): string {
  if (!/^[\w.@ -]{1,100}$/.test(text) || text.trim() !== text)
    throw new InvalidArgumentError('It must be 1 to 100 letters, digits, spaces and . _ - @')
  if (text.startsWith('key_')) throw new InvalidArgumentError('Ids of keys begin with key_.')
  return text
}

function addModels(text: string, before: readonly string[] = []): readonly string[] {
  const models = text.split(',').map((model) => model.trim())
  if (models.some((model) => model === '')) throw new InvalidArgumentError('It must be model ids or patterns.')
  return [...before, ...models]
}

const addKeyRevoke: CliCommand = (parent, terminal) => {
  const { out, err } = terminal
  parent
    .command('revoke')
    .description('refuse a key from now on, for good; answers that run are not cut')
    .argument('<key>', 'its id or name')
    .action((idOrName: string) =>
      withStore(terminal, async ({ keys }, place) => {
        const key = await keys.find(idOrName)
        if (key === undefined || !(await keys.revoke(key.id, Date.now()))) {
          err(`error: there is no key with the id or name ${idOrName} in ${place}\n`)
          return 1
        }
        out(key.revokedAt === undefined ? `${key.name} (${key.id}) is revoked\n` : `${key.name} (${key.id}) was revoked already\n`)
        return 0
      }),
    )
}

const addKeyList: CliCommand = (parent, terminal) => {
  const { out, err } = terminal
  parent
    .command('list')
    .description('show the keys that were issued, also those that are revoked')
    .option('--json', 'print them as JSON')
    .action((options: { readonly json?: true }) =>
      withStore(terminal, async ({ keys }, place) => {
        const now = Date.now()
        const descriptions = (await keys.list()).map((key) => describeKey(key, now))
        if (options.json) out(`${JSON.stringify(descriptions, undefined, 2)}\n`)
        else if (descriptions.length === 0) err(`There are no keys in ${place}: key create makes one.\n`)
        else
          for (const key of descriptions)
            out(`${key.id}  ${key.state.padEnd(7)}  ${key.hint.padEnd(11)}  ${key.name}: ${spellTerms(key)}\n`)
        return 0
      }),
    )
}

export const addKeyCommand: CliCommand = (parent, terminal) => {
  const key = parent.command('key').description('issue and revoke the API keys of callers, also while the gateway runs')
  for (const add of [addKeyCreate, addKeyList, addKeyRevoke]) add(key, terminal)
}

/** What a key may do, in one line for people. */
function spellTerms({ admin, models, limits = {}, budget, expires }: KeyDescription): string {
  const { requestsPerMinute, tokensPerMinute, concurrentStreams } = limits
  return [
    models === undefined ? 'all models' : `models ${models.join(', ')}`,
    requestsPerMinute !== undefined && `${requestsPerMinute} requests a minute`,
    tokensPerMinute !== undefined && `${tokensPerMinute} tokens a minute`,
    concurrentStreams !== undefined && `${concurrentStreams} streams at once`,
    budget !== undefined && `budget ${budget}`,
    expires !== undefined && `expires ${expires}`,
    admin && 'administrator',
  ]
    .filter((term) => term !== false)
    .join('; ')
}

/** A key as the command line shows it: everything but what could help to guess it. Times in ISO 8601. */
interface KeyDescription {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly state: ReturnType<typeof keyState>
  readonly admin: boolean
  readonly models?: readonly string[]
  readonly limits?: ApiKey['limits']
  /** As `--budget` takes it. */
  readonly budget?: string
  readonly created: string
  readonly expires?: string
  readonly revoked?: string
}

function describeKey(key: ApiKey, now: number): KeyDescription {
  const { id, name, hint, admin, models, limits, budget, createdAt, expiresAt, revokedAt } = key
  return {
    id,
    name,
    hint,
    state: keyState(key, now),
    admin,
    ...(models && { models }),
    ...(limits && { limits }),
    ...(budget && { budget: `${spellAmount(budget.micros)}/${budget.period}` }),
    created: spellTime(createdAt),
    ...(expiresAt !== undefined && { expires: spellTime(expiresAt) }),
    ...(revokedAt !== undefined && { revoked: spellTime(revokedAt) }),
  }
}

/** At least two decimals, and as many more as there are. */
function spellAmount(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6, -4)}${digits.slice(-4).replace(/0+$/, '')}`
}

function spellTime(time: number): string {
  return new Date(time).toISOString()
}
