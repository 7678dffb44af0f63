import { Hono } from 'hono'
import { check } from './check.js'
import { handlerFor } from './handler.js'

const handler = handlerFor(process.env.PROVIDER)
const app = new Hono().all('/v1/*', (context) => handler(context.req.raw))
await check((path, init) => app.request(path, init))
console.log('ok')
