import { existsSync } from 'node:fs'
import { ConfigError } from './config/config-error.ts'
import { configFile } from './config/config-file.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import { readConfig } from './config/read-config.ts'
import { settledText } from './config/settled-text.ts'
import { createGateway, type Address, type Gateway } from './create-gateway.ts'
import { formats } from './formats.ts'
import { watchFile } from './operation/watch-file.ts'
import { StoreError } from './store/store-error.ts'

/** Serves until the process is asked to end; ends the process. */
export async function runGateway(): Promise<void> {
  try {
    const folder = process.cwd()
    const file = configFile(process.env, folder)
    let fromFile = existsSync(file)
    const config = readConfig(process.env, folder)
    // Whoever began with a file has one: while it is away, or is being written, nothing else takes its place.
    const read = async (): Promise<GatewayConfig> => {
      fromFile ||= existsSync(file)
      return readConfig(process.env, folder, fromFile ? await settledText(file) : undefined)
    }
    const gateway = createGateway(config, { formats, writeLog: (text) => void process.stdout.write(text) })
    const address = await gateway.listen()
    // Before anything is said: whoever reads the address may ask the process to end at once.
    endOnSignals(gateway)
    reloadOnChange(gateway, file, read)
    process.stdout.write(welcome(address, config))
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

function endOnSignals(gateway: Gateway): void {
  let ending = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal means it.
      if (ending) process.exit(1)
      ending = true
      void gateway.close().then(() => process.exit(0))
    })
  }
}

/** SIGHUP, or another text in the configuration file, puts it in force. What is wrong with it stands in the log. */
function reloadOnChange(gateway: Gateway, file: string, read: () => Promise<GatewayConfig>): void {
  // One after another: the last one that was read must be the one that stays.
  let last = Promise.resolve()
  /** One that waits will read what is there by then: it does for all who ask until it begins. */
  let waits = false
  const reload = (): void => {
    if (waits) return
    waits = true
    const begin = (): Promise<void> => {
      waits = false
      return gateway.reload(read)
    }
    last = last.then(begin).catch(() => {})
  }
  process.on('SIGHUP', reload)
  watchFile(file, reload)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `The gateway cannot start with this configuration:\n${error.message}`
  if (error instanceof StoreError) return `The gateway cannot start: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException // anything else that listening throws is an error of the system
  if (code === 'EADDRINUSE') return `The gateway cannot start: the port is in use. Set PORT to another one. (${message})`
  return `The gateway cannot start: ${error instanceof Error ? error.stack : String(error)}`
}

/** What an operator reads when the gateway is up: the address first, the key if one was just made, what is served, and something to paste. */
function welcome({ url, demo, keys }: Address, config: GatewayConfig): string {
  const lines = [`interlingua listens on ${url}`, '']
  if (keys.made !== undefined) lines.push(...keyText(keys.made))
  for (const warning of keys.warnings) lines.push(`  WARNING: ${warning}`, '')
  for (const { name, format, models } of config.channels)
    lines.push(`  ${name} (${format}): ${models.map((model) => (typeof model === 'string' ? model : model.name)).join(', ')}`)
  if (demo) lines.push(...demoText(url, keys.made ?? '$INTERLINGUA_API_KEY'))
  return `${lines.join('\n')}\n`
}

function keyText(secret: string): readonly string[] {
  return [
    '  There was no API key, so one was made. It is shown this once; the gateway keeps only its hash:',
    '',
    `    export INTERLINGUA_API_KEY=${secret}`,
    '',
    '  More keys, with limits if you like: interlingua key create <name>; in this checkout: npm start -- key create <name>',
    '',
  ]
}

function demoText(url: string, key: string): readonly string[] {
  return [
    '  DEMO: a scripted provider on this machine answers, not a model. Its models are demo-messages, demo-responses, demo-chat and demo-contents,',
    '  named after the format that each really speaks. Set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY (or DEEPSEEK_, MISTRAL_, GROQ_,',
    '  OPENROUTER_API_KEY) or write an interlingua.yaml to serve real ones.',
    '',
    '  Every format reaches every model:',
    '',
    ...curl(url, '/v1/messages', `-H "x-api-key: ${key}" -H 'anthropic-version: 2023-06-01'`, {
      model: 'demo-contents',
      max_tokens: 256,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    ...curl(url, '/v1/responses', `-H "authorization: Bearer ${key}"`, { model: 'demo-messages', input: 'Hello' }),
    ...curl(url, '/v1/chat/completions', `-H "authorization: Bearer ${key}"`, {
      model: 'demo-messages',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    ...curl(url, '/v1beta/models/demo-chat:generateContent', `-H "x-goog-api-key: ${key}"`, { contents: [{ parts: [{ text: 'Hello' }] }] }),
  ]
}

function curl(url: string, path: string, headers: string, body: object): readonly string[] {
  return [`  curl ${url}${path} ${headers} -H 'content-type: application/json' \\`, `    -d '${JSON.stringify(body)}'`, '']
}
