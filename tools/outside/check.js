// Asks a handler as a client of Chat Completions does, with nothing but the platform; throws where an answer is not as it must be.
export async function check(call) {
  const ask = (content, more = {}, init = {}) =>
    call('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo', messages: [{ role: 'user', content }], ...more }),
      ...init,
    })
  const json = async (response) => {
    const body = await response.json()
    demand(response.status === 200, `status ${response.status}: ${JSON.stringify(body)}`)
    return body
  }
  const hello = 'Demo provider (no real model): Hello'

  const plain = await json(await ask('[demo:say Hello]'))
  demand(plain.choices[0].message.content === hello, `the text is ${plain.choices[0].message.content}`)

  const streamed = await (await ask('[demo:say Hello]', { stream: true })).text()
  const events = [...streamed.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data))
  const text = events.map(({ choices }) => choices[0]?.delta?.content ?? '').join('')
  demand(text === hello && streamed.endsWith('data: [DONE]\n\n'), `the stream says ${streamed}`)

  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }]
  const called = await json(await ask('Call get_weather city=Oslo', { tools }))
  const [tool] = called.choices[0].message.tool_calls
  demand(tool.function.arguments === '{"city":"Oslo"}', `the call is ${JSON.stringify(tool)}`)

  const limited = await ask('[demo:rate-limit]')
  demand(limited.status === 429 && typeof (await limited.json()).error.message === 'string', `an error has status ${limited.status}`)
  const unknown = await call('/v1/files', { method: 'POST', body: '{}' })
  demand(unknown.status === 404, `an unknown path has status ${unknown.status}`)

  const left = new AbortController()
  const long = await ask('[demo:slow 50ms] [demo:words 500]', { stream: true }, { signal: left.signal })
  const reader = long.body.getReader()
  await reader.read()
  left.abort()
  await reader.cancel().catch(() => undefined)
}

function demand(condition, otherwise) {
  if (!condition) throw new Error(otherwise)
}
