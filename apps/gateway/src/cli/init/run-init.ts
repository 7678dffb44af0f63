import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatNameOf } from '../../format-ids.ts'
import { parseConfig } from '../../config/read-config.ts'
import { channelsOfKeys, providers } from '../../config/providers.ts'
import { ownCommand } from '../../own-command.ts'
import { version } from '../../version.ts'
import type { Terminal } from '../terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Runs `interlingua init`. Returns the exit code: 1 if there is a file already, or no key with `fromEnv`. */
export function runInit(file: string, { fromEnv }: { readonly fromEnv?: true }, environment: Environment, { out, err }: Terminal): number {
  const fail = (message: string): number => {
    err(`error: ${message}\n`)
    return 1
  }
  if (existsSync(file)) return fail(`${file} is there already, and stays as it is: name another file (${ownCommand()} init other.yaml)`)
  const found = channelsOfKeys(environment)
  if (fromEnv && found.length === 0)
    return fail(`no key of a provider is set: set one of ${[...new Set(providers.flatMap(({ env }) => env))].join(', ')}`)
  const text = initialFile(environment)
  parseConfig(text, file)
  try {
    mkdirSync(dirname(file), { recursive: true })
    // A file that appeared meanwhile stays as it is.
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    return fail(`${file} cannot be written (${String((error as NodeJS.ErrnoException).code)})`) // errors of files carry a code
  }
  out(`${file}\n`)
  const names = found.map(({ name }) => name).join(', ')
  err(
    `Wrote ${file} ${found.length === 0 ? 'with the demo, since no key of a provider is set' : `with channels for ${names}`}. Next: ${ownCommand()} check${file === 'interlingua.yaml' ? '' : ` ${file}`}\n`,
  )
  return 0
}

/** Text of a new file: channels of the keys that are set, the others as comments. */
export function initialFile(environment: Environment): string {
  const isSet = (env: readonly string[]): string | undefined => env.find((name) => environment[name])
  const set = providers.filter(({ env }) => isSet(env) !== undefined)
  const others = providers.filter(({ env }) => isSet(env) === undefined)
  const lines = (provider: (typeof providers)[number]): readonly string[] => {
    const { env, name, format, baseUrl, models } = provider
    return [
      `- name: ${name}`,
      `  format: ${formatNameOf(format)}`,
      `  baseUrl: ${baseUrl}`,
      `  apiKeyEnv: ${isSet(env) ?? env[0]}`,
      `  models: [${models.map((model) => `'${model}'`).join(', ')}]`,
      ...('dialect' in provider ? [`  dialect: ${provider.dialect}`] : []),
    ]
  }
  const active = set.flatMap((provider) => lines(provider).map((line) => `  ${line}`))
  const asComments = others.flatMap((provider) => lines(provider).map((line) => `  # ${line}`))
  return `# yaml-language-server: $schema=https://unpkg.com/@interlingua/gateway@${version}/interlingua.schema.json
# What the gateway serves. Check it with \`interlingua check\`; a running gateway reads changes by itself.
# All keys: docs/guide/configure.md. Keys of callers are not here: \`interlingua key create <name>\` makes them.

# Upstreams. A client of any format reaches each of them.
channels:${active.length === 0 ? ' []' : `\n${active.join('\n')}`}
${asComments.length === 0 ? '' : `${asComments.join('\n')}\n`}  # - name: local # any server that speaks OpenAI's Chat Completions
  #   format: openai-chat
  #   baseUrl: http://127.0.0.1:8000/v1
  #   models: ['*']
${active.length === 0 ? '\n# A scripted provider instead of a model, until there is a channel.\ndemo: true\n' : ''}
# Other names for models, and models to try where the first has no answer.
# routes:
#   - { match: fast, to: gpt-5-mini }
#   - { match: 'claude-*', fallbacks: [gpt-5] }

# What becomes of what an upstream cannot be told: report it, or refuse the request.
# policy: reject-dropped

# Times are 200ms, 10s, 5m, 12h, 90d; sizes are 20MiB.
# timeouts: { firstByte: 10m, idle: 5m }
# retry: { attempts: 3 }
# limits: { bodyBytes: 32MiB }

# How long usage records are kept; without it for ever.
# usage: { retention: 400d }
# dataDir: .interlingua
`
}
