import type { CliCommand } from '../cli-command.ts'
import { withStore } from '../with-store.ts'
import { describeKey } from './describe-key.ts'
import { spellTerms } from './spell-terms.ts'

export const addKeyList: CliCommand = (parent, terminal) => {
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
