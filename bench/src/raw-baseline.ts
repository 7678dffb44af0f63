// Published baseline: the minimum of a proxy on node:http and undici, without parsing, routing or checks, with one write for each read of
// the upstream socket. With WRITES=deferred each write waits until all that is ready was read, as the gateway does for documents; this
// shows how much of the gateway's ratio is owed to that.
import { createServer } from 'node:http'
import { Pool } from 'undici'

const upstream = process.env['UPSTREAM']
if (upstream === undefined) throw new Error('UPSTREAM is not set')
const deferred = process.env['WRITES'] === 'deferred'
const pool = new Pool(upstream, { connections: null, headersTimeout: 0, bodyTimeout: 0 })

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const body = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
    let batch: Buffer[] = []
    let resume: (() => void) | undefined
    const flush = (pause: () => void): void => {
      if (batch.length === 0) return
      const bytes = batch.length === 1 && batch[0] !== undefined ? batch[0] : Buffer.concat(batch)
      batch = []
      if (!response.write(bytes)) pause()
    }
    const finish = (): void => {
      flush(() => {})
      response.end()
    }
    response.on('drain', () => resume?.())
    pool.dispatch(
      { path: request.url ?? '/', method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer bench' }, body },
      {
        onRequestStart: (controller) => {
          resume = () => controller.resume()
          response.on('close', () => {
            if (!response.writableFinished) controller.abort(new Error('the client left'))
          })
        },
        onResponseStart: (_controller, status, headers) => {
          const length = headers['content-length']
          const type = String(headers['content-type'])
          response.writeHead(
            status,
            length === undefined ? { 'content-type': type } : { 'content-type': type, 'content-length': String(length) },
          )
        },
        onResponseData: (controller, chunk) => {
          // The parser hands over every piece of one read before the next tick.
          if (batch.push(chunk) > 1) return
          if (deferred) setImmediate(flush, () => controller.pause())
          else process.nextTick(flush, () => controller.pause())
        },
        onResponseEnd: () => {
          if (deferred) setImmediate(finish)
          else finish()
        },
        onResponseError: () => response.destroy(),
      },
    )
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`listening on http://127.0.0.1:${address.port}`)
})
