import type { Agent } from './agent.ts'
import { codex } from './codex.ts'

/** Codex with a provider that it asks over a WebSocket: a warm-up first, then what is new behind the response before it. */
export const codexWebsocket: Agent = {
  ...codex,
  name: 'codex-websocket',
  opensSocket: true,
  prepare(setting) {
    const run = codex.prepare(setting)
    const [[file, config] = ['', '']] = Object.entries(run.files ?? {})
    const lines = [
      'wire_api = "responses"',
      'supports_websockets = true',
      `http_headers = { "x-request-id" = ${JSON.stringify(setting.id)} }`,
    ]
    return { ...run, files: { [file]: config.replace('wire_api = "responses"', lines.join('\n')) } }
  },
}
