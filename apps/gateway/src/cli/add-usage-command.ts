import { InvalidArgumentError } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { readUsageQuery } from '../metering/read-usage-query.ts'
import { reportUsage } from '../metering/report-usage.ts'
import type { UsageQuery } from '../metering/usage-query.ts'
import type { CliCommand } from './cli-command.ts'
import { spellUsage } from './spell-usage.ts'
import { withStore } from './with-store.ts'

type Options = Readonly<Record<string, string | undefined>> & { readonly list?: true; readonly json?: true }

export const addUsageCommand: CliCommand = (parent, terminal) => {
  const command = parent
    .command('usage')
    .description('show what was used, and what it cost')
    .option('--by <what>', 'sums by key, model, channel or day, or over all', checked('by'), 'model')
    .option('--list', 'the newest requests instead of sums')
    .option('--key <id or name>', 'of this key')
    .option('--model <id>', 'of this model, as clients name it')
    .option('--channel <name>', 'of this channel')
    .option('--from <time>', 'from this day or time on', checked('from'))
    .option('--to <time>', 'up to this day or time', checked('to'))
    .option('--limit <n>', 'so many requests', checked('limit'))
    .option('--before <place>', 'requests before this place, which an earlier list gave', checked('before'))
    .option('--json', 'as JSON')
  command.action((options: Options) =>
    withStore(terminal, async (store) => {
      const { prices } = readConfig(process.env, process.cwd())
      const query = queryOf(options)
      const report = await reportUsage(store, query, prices?.currency ?? 'USD')
      terminal.out(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : spellUsage(report, query.by))
      return 0
    }),
  )
}

function queryOf({ list, json: _json, by, limit, before, ...filter }: Options): UsageQuery {
  const query = readUsageQuery(list ? { ...filter, ...(limit && { limit }), ...(before && { before }) } : { ...filter, by })
  // Each option was checked when it was read.
  if ('problem' in query) throw new InvalidArgumentError(query.problem)
  return query
}

/** The value of an option, which ends the command where it is wrong. */
function checked(name: string): (value: string) => string {
  return (value) => {
    const query = readUsageQuery({ [name]: value })
    if ('problem' in query) throw new InvalidArgumentError(query.problem)
    return value
  }
}
