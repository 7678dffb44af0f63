// The Codex SDK, which runs Codex as a process for each turn.
import { Codex } from '@openai/codex-sdk'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { person } from '../tools.ts'

const home = mkdtempSync(join(tmpdir(), 'interlingua-codex-'))
const work = join(home, 'work')
mkdirSync(work)
// What it wants from elsewhere fails at once instead of leaving the machine.
const dead = 'http://127.0.0.1:9'

const failed = (words) => (error) => words.test(error.message)

function client({ url, key, models, retries }) {
  const provider = { name: 'gateway', base_url: url, env_key: 'CODEX_API_KEY', wire_api: 'responses' }
  const limits = { request_max_retries: retries, stream_max_retries: retries }
  const thread = () =>
    new Codex({
      apiKey: key,
      env: { PATH: process.env.PATH, HOME: home, NO_PROXY: '127.0.0.1,localhost', HTTPS_PROXY: dead, HTTP_PROXY: dead },
      config: {
        analytics: { enabled: false },
        check_for_update_on_startup: false,
        model_provider: 'gateway',
        model_providers: { gateway: { ...provider, ...limits } },
      },
    }).startThread({
      model: models.openai,
      modelReasoningEffort: 'medium',
      workingDirectory: work,
      skipGitRepoCheck: true,
      sandboxMode: 'read-only',
      approvalPolicy: 'never',
    })
  return {
    errors: {
      'rate-limit': failed(/rate limit|429/i),
      // Its own words for a 500.
      'server-error': failed(/high demand/),
      context: failed(/context window|context_length_exceeded/),
      key: failed(/401 Unauthorized/),
    },
    async ask(prompt) {
      const { finalResponse, usage } = await thread().run(prompt)
      return { text: finalResponse, input: usage.input_tokens, output: usage.output_tokens }
    },
    async stream(prompt, stopAfter) {
      const stop = new AbortController()
      const pieces = []
      const { events } = await thread().runStreamed(prompt, { signal: stop.signal })
      try {
        for await (const event of events) {
          if (event.type === 'turn.failed') throw new Error(event.error.message)
          if (event.type === 'item.completed' && event.item.type === 'agent_message') pieces.push(event.item.text)
          // It tells whole messages alone: while one is written its turn is all that has begun.
          if (event.type === 'turn.started' && stopAfter !== undefined) setTimeout(() => stop.abort(), 3000)
        }
      } catch (error) {
        if (stop.signal.aborted) return ['turn.started']
        throw error
      }
      return pieces
    },
    loop: () => Promise.reject(new Error('its tools are its own')),
    async schema(prompt) {
      return JSON.parse((await thread().run(prompt, { outputSchema: person })).finalResponse)
    },
    async see(prompt, picture) {
      const path = join(home, 'picture.png')
      writeFileSync(path, Buffer.from(picture, 'base64'))
      const turn = await thread().run([
        { type: 'text', text: prompt },
        { type: 'local_image', path },
      ])
      return turn.finalResponse
    },
  }
}

export const clients = { responses: client }
