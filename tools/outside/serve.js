// Serves the handler with the server of the runtime, or calls it where the runtime has none (Node).
import { check } from './check.js'
import { handlerFor } from './handler.js'

const { Bun, Deno } = globalThis
const handler = handlerFor((Deno?.env.toObject() ?? process.env).PROVIDER)
const server =
  Deno?.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, handler) ?? Bun?.serve({ port: 0, hostname: '127.0.0.1', fetch: handler })
const port = server?.addr?.port ?? server?.port
await check((path, init) => (port ? fetch(`http://127.0.0.1:${port}${path}`, init) : handler(new Request(`http://host${path}`, init))))
await (server?.shutdown?.() ?? server?.stop?.(true))
console.log('ok')
