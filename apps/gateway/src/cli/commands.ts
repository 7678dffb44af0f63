import { InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { formatIds } from '../format-ids.ts'
import { readUsageQuery } from '../metering/read-usage-query.ts'
import { reportUsage } from '../metering/report-usage.ts'
import type { UsageQuery } from '../metering/usage-query.ts'
import type { CliCommand } from './cli-command.ts'
import { addKeyCommand } from './key/add-key-command.ts'
import { spellUsage } from './spell-usage.ts'
import type { VideoOptions } from './video/video-options.ts'
import { withStore } from './with-store.ts'

type Options = Readonly<Record<string, string | undefined>> & { readonly list?: true; readonly json?: true }

const addUsageCommand: CliCommand = (parent, terminal) => {
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

/** `interlingua video`. */
const addVideoCommand: CliCommand = (parent, terminal) => {
  parent
    .command('video')
    .description('make a video by a running gateway, and save it as a file')
    .argument('[prompt]', 'what it shows')
    .option('--model <id>', 'the model that makes it')
    .option('--out <file>', 'where it is saved; else <task>.mp4')
    .option('--duration <seconds>', 'how long it is', whole)
    .option('--resolution <size>', '480p, 720p, 1080p, …')
    .option('--ratio <ratio>', '16:9, 9:16, 1:1, …')
    .addOption(new Option('--family <id>', 'how the model is asked; else what its id says').choices(['vf-1', 'vf-2', 'vf-3']))
    .option('--task <id>', 'goes on with a task that was begun earlier')
    .addOption(new Option('--url <address>', 'the gateway').env('INTERLINGUA_URL').default('http://127.0.0.1:8787'))
    .addOption(new Option('--key <key>', 'its key').env('INTERLINGUA_API_KEY'))
    .action(async (prompt: string | undefined, options: VideoOptions, command) => {
      if (options.task === undefined && (prompt === undefined || prompt.trim() === ''))
        command.error('error: a prompt is missing, or --task')
      if (options.task === undefined && options.model === undefined) command.error('error: --model is missing')
      const { runVideo } = await import('./video/run-video.ts')
      process.exitCode = await runVideo(prompt ?? '', options, terminal)
    })
}

function whole(text: string): number {
  if (!/^-?\d{1,6}$/.test(text)) throw new InvalidArgumentError('a whole number of seconds is expected')
  return Number(text)
}

const addStartCommand: CliCommand = (parent) => {
  parent
    .command('start')
    .description('serve the gateway (also without any command)')
    .action(async () => {
      const { runGateway } = await import('../run-gateway.ts')
      await runGateway()
    })
}

/** `interlingua explain`. */
const addExplainCommand: CliCommand = (parent, terminal) => {
  parent
    .command('explain')
    .description("show what becomes of a request, without sending it: the canonical form, the upstream's request, and what is lost")
    .addOption(new Option('--from <format>', 'what the request is').choices(formatIds).makeOptionMandatory())
    .addOption(new Option('--to <format>', 'what the upstream speaks').choices(formatIds).makeOptionMandatory())
    .option('--model <id>', 'the model, instead of the one in the request')
    .option('--stream', 'as a streamed request')
    .option('--json', 'print all of it as JSON')
    .argument('[file]', 'the request; else it is read from standard input')
    .action(async (file: string | undefined, options: { from: string; to: string; model?: string; stream?: true; json?: true }) => {
      const { explainCommand } = await import('../explain/explain-command.ts')
      const [{ createFormats }, { formats }] = await Promise.all([import('../create-formats.ts'), import('../formats.ts')])
      const { from, to, ...rest } = options
      const { find } = createFormats(formats)
      const [client, upstream] = [find(from), find(to)]
      if (client === undefined || upstream === undefined) throw new TypeError('commander lets no other format pass')
      process.exitCode = explainCommand({ ...rest, from: client, to: upstream, ...(file !== undefined && { file }) }, terminal)
    })
}

/** `interlingua check`. */
const addCheckCommand: CliCommand = (parent, terminal) => {
  parent
    .command('check')
    .description('check the configuration: the file, its secrets, the store, and with --connect the upstreams')
    .option('--connect', 'ask each channel for its list of models')
    .option('--schema', 'print the JSON Schema of the file instead')
    .argument('[file]', 'the file; else the one that the gateway would read')
    .action(async (file: string | undefined, options: { connect?: true; schema?: true }) => {
      const { checkCommand } = await import('./check/check-command.ts')
      process.exitCode = await checkCommand({ ...options, ...(file !== undefined && { file }) }, terminal)
    })
}

/** What `interlingua` can do, in the order of its help. */
export const commands: readonly CliCommand[] = [
  addStartCommand,
  addKeyCommand,
  addUsageCommand,
  addCheckCommand,
  addExplainCommand,
  addVideoCommand,
]
