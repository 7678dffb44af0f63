import { readCount } from '../arguments.ts'
import { type CliCommand, withStore } from '../terminal.ts'
import type { RequestsOptions } from './run-requests.ts'

/** Adds `interlingua requests`. */
export const addRequestsCommand: CliCommand = (parent, terminal) => {
  parent
    .command('requests')
    .description('show the newest requests, one a line, or one request with all that is known of it')
    .argument('[id]', 'id of a request, as the header x-request-id of its answer says it')
    .option('--follow', 'go on with each new one until Ctrl-C')
    .option('--key <id or name>', 'of this key')
    .option('--model <id>', 'of this model, as clients name it')
    .option('--channel <name>', 'of this channel')
    .option('--limit <n>', 'so many', readCount, 20)
    .option('--json', 'as JSON, one request a line')
    .addHelpText('after', '\nExamples:\n  interlingua requests --limit 5\n  interlingua requests --follow --key laptop')
    .action((id: string | undefined, options: RequestsOptions) =>
      withStore(terminal, async (store, place) => {
        const { runRequests } = await import('./run-requests.ts')
        return runRequests(id, options, store, place, terminal)
      }),
    )
}
