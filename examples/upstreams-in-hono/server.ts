import { openAccess, permitsModel, refuseModel } from '@interlingua/access'
import { chat } from '@interlingua/chat/edge'
import type { Store } from '@interlingua/store'
import { createUpstreams, UpstreamError, type UpstreamsOptions } from '@interlingua/upstreams'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'

/** A server of your own: API keys and rates in front, failover over several channels behind, and no gateway. */
export async function createServer(options: UpstreamsOptions, store: Store): Promise<Hono<{ Bindings: HttpBindings }>> {
  const access = await openAccess({ store })
  const upstreams = createUpstreams(options, [chat])
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.post('/v1/chat/completions', async (c) => {
    const grant = await access.admit(c.env.incoming, chat)
    if ('failure' in grant) throw new UpstreamError(grant)
    const body = await c.req.json<{ readonly model: string }>()
    if (!permitsModel(grant.key, body.model)) throw new UpstreamError(refuseModel(body.model))
    return upstreams.fetch({
      model: body.model,
      format: 'chat',
      signal: c.req.raw.signal,
      request: ({ channel, model }) => ({
        path: channel.path('/v1/chat/completions'),
        headers: {},
        body: JSON.stringify({ ...body, model }),
      }),
    })
  })

  app.onError((error, c) => {
    if (!(error instanceof UpstreamError)) return c.json({ error: { message: 'The server failed.' } }, 500)
    const { failure, status, headers } = error
    return Response.json({ error: { message: failure.message, code: failure.code } }, { status, headers })
  })
  return app
}
