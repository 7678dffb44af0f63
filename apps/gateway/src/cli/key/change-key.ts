import { endPrevious, formatMicros, livingPrevious, rotateKey } from '@interlingua/access'
import type { ApiKey, Budget, KeyLimits, Store } from '@interlingua/store'
import { Option } from 'commander'
import { readConfig } from '../../config/read-config.ts'
import { readBudget, readCount, readExpiry } from '../arguments.ts'
import { type CliCommand, type Terminal, withStore } from '../terminal.ts'
import { describeKey, formatTerms } from './describe-key.ts'
import { addModels, readGrace } from './key-terms.ts'

/** Runs a command on one key, found by its id or name. Returns 1 if there is none. */
async function withKey(terminal: Terminal, idOrName: string, run: (key: ApiKey, store: Store) => Promise<number>): Promise<void> {
  await withStore(terminal, async (store, place) => {
    const key = await store.keys.find(idOrName)
    if (key !== undefined) return run(key, store)
    terminal.err(`error: there is no key with the id or name ${idOrName} in ${place}: key list shows them\n`)
    return 1
  })
}

/** Replaces a key unless its secrets changed since it was read. Gives false, after an error in words, where it did not. */
async function replaceKey({ keys }: Store, key: ApiKey, seen: ApiKey, { err }: Terminal): Promise<boolean> {
  if (await keys.replace(key, seen)) return true
  const revoked = (await keys.find(key.id))?.revokedAt !== undefined
  err(
    revoked
      ? `error: ${key.name} is revoked, which is for good: key create makes another\n`
      : `error: the secret of ${key.name} was changed meanwhile: try again\n`,
  )
  return false
}

/** Adds `interlingua key show`. */
export const addKeyShow: CliCommand = (parent, terminal) => {
  parent
    .command('show')
    .description('show the terms of a key, and what it used')
    .argument('<key>', 'its id or name')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  interlingua key show laptop')
    .action((idOrName: string, { json }: { readonly json?: true }) =>
      withKey(terminal, idOrName, async (key, store) => {
        const currency = readConfig(process.env, process.cwd()).prices?.currency ?? 'USD'
        const [sum] = await store.usage.sum({ key: key.id })
        const used = { requests: sum?.requests ?? 0, failed: sum?.failed ?? 0, input: sum?.input ?? 0, output: sum?.output ?? 0 }
        const cost = `${formatMicros(sum?.costMicros ?? 0)} ${currency}`
        const description = describeKey(key, Date.now())
        terminal.out(
          json
            ? `${JSON.stringify({ ...description, used: { ...used, cost } }, undefined, 2)}\n`
            : `${description.name} (${description.id}), ${description.state}, ${description.hint}
  terms    ${formatTerms(description)}
  created  ${description.created}${description.revoked === undefined ? '' : `\n  revoked  ${description.revoked}`}
  used     ${used.requests} requests, ${used.failed} failed, ${used.input} tokens in, ${used.output} out, ${cost}
`,
        )
        return 0
      }),
    )
}

type Changed<Value> = Value | 'none'

interface UpdateOptions {
  readonly models?: Changed<readonly string[]>
  readonly requestsPerMinute?: Changed<number>
  readonly tokensPerMinute?: Changed<number>
  readonly concurrentStreams?: Changed<number>
  readonly budget?: Changed<Budget>
  readonly expires?: Changed<number>
  readonly admin?: boolean
  readonly viewer?: boolean
  readonly json?: true
}

/** Reads a value, or `none`, which takes a term away. */
function orNone<Value>(read: (text: string) => Value): (text: string) => Changed<Value> {
  return (text) => (text === 'none' ? 'none' : read(text))
}

/** Adds `interlingua key update`. */
export const addKeyUpdate: CliCommand = (parent, terminal) => {
  parent
    .command('update')
    .description('change the terms of a key, from its next request on; none takes a term away')
    .argument('<key>', 'its id or name')
    .option(
      '--models <ids...>',
      'model ids or patterns that it may use, separated by spaces or commas; none: all',
      (text: string, before: Changed<readonly string[]> | undefined): Changed<readonly string[]> =>
        text === 'none' ? 'none' : addModels(text, before === 'none' ? [] : before),
    )
    .option('--requests-per-minute <n>', 'requests that it may send in a minute', orNone(readCount))
    .option('--tokens-per-minute <n>', 'input and output tokens together', orNone(readCount))
    .option('--concurrent-streams <n>', 'streams that it may have open at once', orNone(readCount))
    .option('--budget <amount/period>', 'what it may cost: 10.00/day, 10.00/month, 10.00/total', orNone(readBudget))
    .addOption(
      new Option('--expires <when>', '12h, 30d, 4w or a date of ISO 8601').argParser(
        orNone((text: string) => readExpiry(text, Date.now())),
      ),
    )
    .option('--admin', 'it may ask for usage records and the affairs of other keys')
    .option('--no-admin', 'it may not')
    .addOption(new Option('--viewer', 'it may look at the numbers in the console, and do nothing else').conflicts('admin'))
    .option('--no-viewer', 'it may send requests')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  interlingua key update laptop --budget 10/day\n  interlingua key update laptop --expires none --models "claude-*"',
    )
    .action((idOrName: string, options: UpdateOptions) =>
      withKey(terminal, idOrName, async (key, store) => {
        const { json, ...terms } = options
        if (Object.keys(terms).length === 0) {
          terminal.err('error: nothing is to be changed: name a term, such as --budget 10/day\n')
          return 2
        }
        const changed = changeTerms(key, terms)
        if (!(await replaceKey(store, changed, key, terminal))) return 1
        const description = describeKey(changed, Date.now())
        terminal.out(json ? `${JSON.stringify(description, undefined, 2)}\n` : `${key.name} (${key.id}): ${formatTerms(description)}\n`)
        return 0
      }),
    )
}

function changeTerms(key: ApiKey, { models, budget, expires, admin, viewer, ...limits }: UpdateOptions): ApiKey {
  const { models: oldModels, limits: oldLimits, budget: oldBudget, expiresAt: oldExpiry, viewer: oldViewer, ...rest } = key
  const kept = Object.fromEntries(Object.entries({ ...oldLimits, ...limits }).filter(([, value]) => value !== 'none')) as KeyLimits // numbers by the names of limits
  const all = {
    models: models ?? oldModels,
    limits: Object.keys(kept).length === 0 ? undefined : kept,
    budget: budget ?? oldBudget,
    expiresAt: expires ?? oldExpiry,
  }
  const stated = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== 'none'))
  // Each role takes the place of the other.
  const views = viewer ?? (admin ? false : oldViewer)
  return { ...rest, ...stated, admin: admin ?? (viewer ? false : key.admin), ...(views && { viewer: true as const }) }
}

/** Adds `interlingua key rotate`: the new secret alone goes to standard output. */
export const addKeyRotate: CliCommand = (parent, terminal) => {
  parent
    .command('rotate')
    .description('give a key another secret, which is printed this once; the old one ends now, or after --grace')
    .argument('<key>', 'its id or name')
    .option('--grace <time>', 'for how long the old secret works, too: 1h, 24h, 7d, at most 30d; a second rotation ends it', readGrace)
    .option('--json', 'print the key and its secret as JSON')
    .addHelpText('after', '\nExamples:\n  interlingua key rotate laptop\n  interlingua key rotate laptop --grace 24h')
    .action((idOrName: string, { grace, json }: { readonly grace?: number; readonly json?: true }) =>
      withKey(terminal, idOrName, async (key, store) => {
        const rotated = rotateKey(key, grace === undefined ? undefined : Date.now() + grace)
        if (!(await replaceKey(store, rotated.key, key, terminal))) return 1
        const description = describeKey(rotated.key, Date.now())
        if (json) terminal.out(`${JSON.stringify({ ...description, secret: rotated.secret }, undefined, 2)}\n`)
        else {
          const { previous } = description
          if (previous) terminal.err(`The old secret, ${previous.hint}, works until ${previous.until}.\n`)
          terminal.err(`${key.name} (${key.id}): its new secret, which is shown this once; terms and usage stay:\n`)
          terminal.out(`${rotated.secret}\n`)
        }
        return 0
      }),
    )
}

/** Adds `interlingua key end-previous`. */
export const addKeyEndPrevious: CliCommand = (parent, terminal) => {
  parent
    .command('end-previous')
    .description('end the old secret of a key that was rotated with --grace')
    .argument('<key>', 'its id or name')
    .addHelpText('after', '\nExample:\n  interlingua key end-previous laptop')
    .action((idOrName: string) =>
      withKey(terminal, idOrName, async (key, store) => {
        const previous = livingPrevious(key, Date.now())
        if (!(await replaceKey(store, endPrevious(key), key, terminal))) return 1
        terminal.out(`${key.name} (${key.id}): ${previous ? `the old secret, ${previous.hint}, is refused` : 'no old secret works'}\n`)
        return 0
      }),
    )
}
