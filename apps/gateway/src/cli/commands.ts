import { InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config/read-config.ts'
import type { StartOptions } from '../start-options.ts'
import { readUsageQuery, reportUsage, type UsageQuery } from '@interlingua/server'
import { formatUsage } from './format-usage.ts'
import { type CliCommand, withStore } from './terminal.ts'
import { addKeyCommand } from './key/add-key-command.ts'
import { addCompletionCommand } from './completion/add-completion-command.ts'
import { addConsoleCommand } from './console/add-console-command.ts'
import { addDoctorCommand } from './doctor/add-doctor-command.ts'
import { addImportCommand } from './import/add-import-command.ts'
import { addSetupCommand } from './setup/add-setup-command.ts'
import { addRouteCommand } from './add-to-file/add-to-file-commands.ts'
import { addPricesCommand } from './prices/add-prices-command.ts'
import { formatOption, readPort, renamedOption } from './arguments.ts'
import { addInitCommand } from './init/add-init-command.ts'
import { addMigrateCommand } from './migrate/add-migrate-command.ts'
import { addRequestsCommand } from './requests/add-requests-command.ts'
import { addResolveCommand } from './resolve/add-resolve-command.ts'
import { addTranslateCommand } from './translate/add-translate-command.ts'
import type { VideoOptions } from './video/run-video.ts'

type Options = Readonly<Record<string, string | undefined>> & { readonly list?: true; readonly json?: true }

const addUsageCommand: CliCommand = (parent, terminal) => {
  const command = parent
    .command('usage')
    .description('show what was used, and what it cost')
    .option('--by <what>', 'sums by key, model, channel, client, format, hour or day, or over all', checked('by'), 'model')
    .option('--list', 'the newest requests instead of sums')
    .option('--key <id or name>', 'of this key')
    .option('--model <id>', 'of this model, as clients name it')
    .option('--channel <name>', 'of this channel')
    .option('--from <time>', 'from this day or time on', checked('from'))
    .option('--to <time>', 'up to this day or time', checked('to'))
    .option('--limit <n>', 'so many requests', checked('limit'))
    .option('--cursor <cursor>', 'goes on where an earlier list ended', checked('before'))
    .addOption(renamedOption('--before <place>', '--cursor'))
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  interlingua usage --by key --from 2026-11-01\n  interlingua usage --list --limit 20 --json')
  command.action((options: Options) =>
    withStore(terminal, async (store) => {
      const { prices } = readConfig(process.env, process.cwd())
      const query = queryOf(options)
      const report = await reportUsage(store, query, prices?.currency ?? 'USD')
      terminal.out(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : formatUsage(report, query.by))
      return 0
    }),
  )
}

function queryOf({ list, json: _json, by, limit, cursor, ...filter }: Options): UsageQuery {
  const query = readUsageQuery(list ? { ...filter, ...(limit && { limit }), ...(cursor && { before: cursor }) } : { ...filter, by })
  // Each option was checked when it was parsed.
  if ('problem' in query) throw new InvalidArgumentError(query.problem)
  return query
}

/** Checks the value of an option; an invalid one ends the command. */
function checked(name: string): (value: string) => string {
  return (value) => {
    const query = readUsageQuery({ [name]: value })
    if ('problem' in query) throw new InvalidArgumentError(query.problem)
    return value
  }
}

/** Adds `interlingua video`. */
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
    .addHelpText('after', '\nExample:\n  interlingua video "a lighthouse in the fog" --model veo-3.1-generate --out fog.mp4')
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

function workers(text: string): number | 'auto' {
  if (text === 'auto') return text
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 256)
    throw new InvalidArgumentError('auto, or a whole number from 1 to 256, is expected')
  return Number(text)
}

const addStartCommand: CliCommand = (parent) => {
  parent
    .command('start')
    .description('serve the gateway (also without any command)')
    .option('--port <port>', 'the port to listen on; else PORT of the environment, else 8787', readPort)
    .option('--host <host>', 'the host to listen on; else HOST of the environment, else 127.0.0.1')
    .option('--demo', 'serve the demo provider beside the channels')
    .option(
      '--workers <n>',
      'processes that serve together on one port, or auto: one for each processor (default: the file, else 1)',
      workers,
    )
    .addHelpText('after', '\nExamples:\n  interlingua start\n  interlingua start --port 9000 --demo')
    .action(async (options: StartOptions) => {
      const { runGateway } = await import('../run-gateway.ts')
      await runGateway(options)
    })
}

/** Adds `interlingua explain`. */
const addExplainCommand: CliCommand = (parent, terminal) => {
  parent
    .command('explain')
    .description("show what becomes of a request, without sending it: what is lost, and the upstream's request")
    .addOption(
      formatOption('--from <format>', 'what the request is: anthropic, openai-responses, openai-chat or gemini').makeOptionMandatory(),
    )
    .addOption(formatOption('--to <format>', 'what the upstream speaks').makeOptionMandatory())
    .option('--model <id>', 'the model, instead of the one in the request')
    .option('--stream', 'as a streamed request')
    .option('--canonical', 'show the request in the canonical model as well')
    .option('--json', 'print all of it as JSON')
    .argument('[file]', 'the request; else it is read from standard input')
    .addHelpText('after', '\nExample:\n  interlingua explain --from anthropic --to openai-chat request.json')
    .action(
      async (
        file: string | undefined,
        options: { from: string; to: string; model?: string; stream?: true; canonical?: true; json?: true },
      ) => {
        const { explainCommand } = await import('../explain/explain-command.ts')
        const [{ createFormats }, { formats }] = await Promise.all([import('@interlingua/gateway-kernel'), import('../formats.ts')])
        const { from, to, ...rest } = options
        const { find } = createFormats(formats)
        const [client, upstream] = [find(from), find(to)]
        if (client === undefined || upstream === undefined) throw new TypeError('commander lets no other format pass')
        process.exitCode = explainCommand({ ...rest, from: client, to: upstream, ...(file !== undefined && { file }) }, terminal)
      },
    )
}

/** Adds `interlingua check`. */
const addCheckCommand: CliCommand = (parent, terminal) => {
  parent
    .command('check')
    .description('check the configuration: the file, its secrets, the store, and with --connect the upstreams')
    .option('--connect', 'ask each channel for its list of models')
    .option('--schema', 'print the JSON Schema of the file instead')
    .argument('[file]', 'the file; else the one that the gateway would read')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', '\nExamples:\n  interlingua check\n  interlingua check interlingua.yaml --connect')
    .action(async (file: string | undefined, options: { connect?: true; schema?: true; json?: true }) => {
      const { checkCommand } = await import('./check/check-command.ts')
      process.exitCode = await checkCommand({ ...options, ...(file !== undefined && { file }) }, terminal)
    })
}

/** Commands of `interlingua`, in the order of its help. */
export const commands: readonly CliCommand[] = [
  addStartCommand,
  addInitCommand,
  addSetupCommand,
  addKeyCommand,
  addConsoleCommand,
  addUsageCommand,
  addRequestsCommand,
  addCheckCommand,
  addResolveCommand,
  addExplainCommand,
  addTranslateCommand,
  addImportCommand,
  addMigrateCommand,
  addPricesCommand,
  addRouteCommand,
  addDoctorCommand,
  addVideoCommand,
  addCompletionCommand,
]
