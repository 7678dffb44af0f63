// Starts the gateway with interlingua.yaml and talks to it with the `openai` SDK: `node examples/operator/run.ts`. The demo provider plays
// the two providers, so that the check needs no key: only their addresses in the file are replaced.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import OpenAI from 'openai'

const folder = mkdtempSync(join(tmpdir(), 'interlingua-operator-'))
const provider = await startScriptedProvider()
const config = readFileSync(join(import.meta.dirname, 'interlingua.yaml'), 'utf8')
  .replaceAll('https://api.anthropic.com', provider.url)
  .replaceAll('https://api.openai.com', provider.url)
  .replaceAll('https://generativelanguage.googleapis.com', provider.url)
  .replaceAll('claude-opus-4-5', 'demo-messages')
  .replaceAll('gpt-5-mini', 'demo-chat')
  .replaceAll('gemini-3-pro', 'demo-contents')
const file = join(folder, 'interlingua.yaml')
writeFileSync(file, config)

// API key of the callers. Without it the first start makes a key and prints it once; `interlingua key create` makes more.
const key = 'key-of-this-example'
const gateway = spawn(process.execPath, [join(import.meta.dirname, '../../apps/gateway/src/main.ts')], {
  env: {
    ...process.env,
    PORT: '0',
    INTERLINGUA_CONFIG: file,
    INTERLINGUA_DATA: folder,
    INTERLINGUA_API_KEY: key,
    ANTHROPIC_API_KEY: 'any',
    OPENAI_API_KEY: 'any',
    GEMINI_API_KEY: 'any',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})

try {
  const client = new OpenAI({ baseURL: `${await addressOfGateway()}/v1`, apiKey: key, maxRetries: 0 })
  const messages = [{ role: 'user', content: 'Good morning!' }] as const

  for (const model of ['house-smart', 'house-fast', 'house-wide', 'demo-responses']) {
    const answer = await client.chat.completions.create({ model, messages: [...messages] })
    console.log(`${model}:`, answer.choices[0]?.message.content)
    assert.ok(answer.choices[0]?.message.content)
  }

  // The channel of house-smart refuses loss; house-fast speaks the client's own format and loses nothing.
  await assert.rejects(client.chat.completions.create({ model: 'house-smart', messages: [...messages], seed: 7 }), OpenAI.BadRequestError)
  await client.chat.completions.create({ model: 'house-fast', messages: [...messages], seed: 7 })
  console.log('policy: kept')

  const stranger = client.withOptions({ apiKey: 'another' })
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError)
  console.log('keys: asked for')
} finally {
  gateway.kill()
  if (gateway.exitCode === null && gateway.signalCode === null) await once(gateway, 'exit')
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
}

function addressOfGateway(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    gateway.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (found !== undefined) resolve(found)
    })
    gateway.once('exit', (code) => reject(new Error(`the gateway ended with code ${code}: ${text}`)))
  })
}
