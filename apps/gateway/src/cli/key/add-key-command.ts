import { Option } from 'commander'
import { issueKey } from '@interlingua/access'
import { type CliCommand, withStore } from '../terminal.ts'
import { readBudget, readCount, readExpiry, renamedOption } from '../arguments.ts'
import { addKeyEndPrevious, addKeyRotate, addKeyShow, addKeyUpdate } from './change-key.ts'
import { describeKey, formatTerms } from './describe-key.ts'
import { addModels, readName, type TermOptions, termsOf } from './key-terms.ts'

/** Adds `interlingua key create`: the secret alone goes to standard output, all else to standard error. */
const addKeyCreate: CliCommand = (parent, terminal) => {
  const { out, err } = terminal
  parent
    .command('create')
    .description('issue a key; its secret is printed this once')
    .argument('<name>', 'by which people know the key', readName)
    .option('--models <ids...>', "model ids or patterns that it may use ('claude-*'), separated by spaces or commas; else all", addModels)
    .option('--requests-per-minute <n>', 'requests that it may send in a minute', readCount)
    .option('--tokens-per-minute <n>', 'input and output tokens together', readCount)
    .option('--concurrent-streams <n>', 'streams that it may have open at once', readCount)
    .addOption(renamedOption('--streams <n>', '--concurrent-streams'))
    .option('--budget <amount/period>', 'what it may cost: 10.00/day, 10.00/month, 10.00/total', readBudget)
    .addOption(
      new Option('--expires <when>', '12h, 30d, 4w or a date of ISO 8601').argParser((text: string) => readExpiry(text, Date.now())),
    )
    .option('--admin', 'it may ask for usage records and the affairs of other keys')
    .addOption(new Option('--viewer', 'it may look at the numbers in the console, and do nothing else').conflicts('admin'))
    .option('--json', 'print the key and its secret as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  interlingua key create laptop\n  interlingua key create team --models "claude-*,gpt-5" --budget 20/month --expires 90d',
    )
    .action((name: string, options: TermOptions & { readonly json?: true }) =>
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
        err(`${name} (${key.id}): ${formatTerms(description)}\nIts secret, which is shown this once:\n`)
        out(`${secret}\n`)
        return 0
      }),
    )
}

const addKeyRevoke: CliCommand = (parent, terminal) => {
  const { out, err } = terminal
  parent
    .command('revoke')
    .description('refuse a key from now on, for good; answers that run are not cut')
    .argument('<key>', 'its id or name')
    .addHelpText('after', '\nExample:\n  interlingua key revoke laptop')
    .action((idOrName: string) =>
      withStore(terminal, async ({ keys }, place) => {
        const key = await keys.find(idOrName)
        if (key === undefined || !(await keys.revoke(key.id, Date.now()))) {
          err(`error: there is no key with the id or name ${idOrName} in ${place}: key list shows them\n`)
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
    .addHelpText('after', '\nExample:\n  interlingua key list')
    .action((options: { readonly json?: true }) =>
      withStore(terminal, async ({ keys }, place) => {
        const now = Date.now()
        const descriptions = (await keys.list()).map((key) => describeKey(key, now))
        if (options.json) out(`${JSON.stringify(descriptions, undefined, 2)}\n`)
        else if (descriptions.length === 0) err(`There are no keys in ${place}: key create makes one.\n`)
        else
          for (const key of descriptions)
            out(`${key.id}  ${key.state.padEnd(7)}  ${key.hint.padEnd(11)}  ${key.name}: ${formatTerms(key)}\n`)
        return 0
      }),
    )
}

export const addKeyCommand: CliCommand = (parent, terminal) => {
  const key = parent.command('key').description('issue, change and revoke the API keys of callers, also while the gateway runs')
  for (const add of [addKeyCreate, addKeyList, addKeyShow, addKeyUpdate, addKeyRotate, addKeyEndPrevious, addKeyRevoke]) add(key, terminal)
}
