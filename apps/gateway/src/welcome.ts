import type { GatewayConfig } from './config/gateway-config.ts'
import type { Address } from './create-gateway.ts'

/** What an operator reads when the gateway is up: the address first, then what is behind it, and something to paste. */
export function welcome({ url, demo }: Address, config: GatewayConfig): string {
  const lines = [`interlingua listens on ${url} (any key is accepted: only this machine can reach it)`, '']
  for (const { name, format, models } of config.channels)
    lines.push(`  ${name} (${format}): ${models.map((model) => (typeof model === 'string' ? model : model.name)).join(', ')}`)
  if (demo) lines.push(...demoText(url))
  return `${lines.join('\n')}\n`
}

function demoText(url: string): readonly string[] {
  return [
    '  DEMO: a scripted provider on this machine answers, not a model. Its models are demo-messages, demo-responses, demo-chat and demo-contents,',
    '  named after the format that each really speaks. Set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY (or DEEPSEEK_, MISTRAL_, GROQ_,',
    '  OPENROUTER_API_KEY) or write an interlingua.yaml to serve real ones.',
    '',
    '  Every format reaches every model; any key will do:',
    '',
    ...curl(url, '/v1/messages', `-H 'x-api-key: demo' -H 'anthropic-version: 2023-06-01'`, {
      model: 'demo-contents',
      max_tokens: 256,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    ...curl(url, '/v1/responses', `-H 'authorization: Bearer demo'`, { model: 'demo-messages', input: 'Hello' }),
    ...curl(url, '/v1/chat/completions', `-H 'authorization: Bearer demo'`, {
      model: 'demo-messages',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    ...curl(url, '/v1beta/models/demo-chat:generateContent', `-H 'x-goog-api-key: demo'`, { contents: [{ parts: [{ text: 'Hello' }] }] }),
  ]
}

function curl(url: string, path: string, headers: string, body: object): readonly string[] {
  return [`  curl ${url}${path} ${headers} -H 'content-type: application/json' \\`, `    -d '${JSON.stringify(body)}'`, '']
}
