import { InvalidArgumentError, Option } from 'commander'
import type { Budget, KeyLimits } from '../../keys/api-key.ts'
import { issueKey, type KeyTerms } from '../../keys/issue-key.ts'
import type { CliCommand } from '../cli-command.ts'
import { readBudget } from '../read-budget.ts'
import { readCount } from '../read-count.ts'
import { readExpiry } from '../read-expiry.ts'
import { withStore } from '../with-store.ts'
import { describeKey } from './describe-key.ts'
import { spellTerms } from './spell-terms.ts'

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
export const addKeyCreate: CliCommand = (parent, terminal) => {
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
