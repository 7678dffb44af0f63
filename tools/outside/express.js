import { once } from 'node:events'
import express from 'express'
import { toNodeMiddleware } from 'interlingua/node'
import { check } from './check.js'
import { handlerFor } from './handler.js'

const handler = toNodeMiddleware(handlerFor(process.env.PROVIDER))
// One path behind a parser of bodies, one without, one that is mounted.
const app = express()
app.use('/parsed', express.json(), handler)
app.use('/v1', handler)
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
for (const mount of ['', '/parsed']) await check((path, init) => fetch(`http://127.0.0.1:${server.address().port}${mount}${path}`, init))
server.closeAllConnections()
server.close()
console.log('ok')
