import type { Address } from './app-gateway.ts'
import type { GatewayConfig } from './config/config-schema.ts'
import { showProblems } from './cli/show-problems.ts'
import { ownCommand } from './own-command.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { StoreError } from '@interlingua/store'

/** Reason why the gateway cannot start, for operators. */
export function explainStart(error: unknown): string {
  if (error instanceof ConfigError) return `The gateway cannot start with this configuration:\n${showProblems(error.message).trimEnd()}`
  if (error instanceof StoreError) return `The gateway cannot start: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException // all other errors of listening are the system's
  if (code === 'EADDRINUSE')
    return `The gateway cannot start: the port is in use. Name another one with --port, or in the variable PORT. (${message})`
  return `The gateway cannot start: ${error instanceof Error ? error.stack : String(error)}`
}

/** Text for operators at the start: the address, a new key if one was made, the models, and a command to try. */
export async function welcome({ url, demo, keys, consoleLink }: Address, config: GatewayConfig, workers = 1): Promise<string> {
  const lines = [`interlingua listens on ${url}${workers > 1 ? `, with ${workers} workers` : ''}`, '']
  // Other outputs than a terminal are logs, which many read.
  if (consoleLink && process.stdout.isTTY) lines.push(`  Console, for ten minutes and once: ${await consoleLink()}`, '')
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
    `  More keys, with limits if you like: ${ownCommand()} key create <name>`,
    '',
  ]
}

function demoText(url: string, key: string): readonly string[] {
  return [
    '  DEMO: a scripted provider on this machine answers, not a model. Its models are demo-messages, demo-responses, demo-chat, demo-contents,',
    '  demo-interactions and demo-converse, named after the format that each really speaks. Set ANTHROPIC_API_KEY, OPENAI_API_KEY,',
    '  GEMINI_API_KEY (or DEEPSEEK_, MISTRAL_, GROQ_, OPENROUTER_API_KEY) or write an interlingua.yaml to serve real ones.',
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
