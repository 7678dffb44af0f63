// Load on a gateway from a process of its own: as many requests as it answers, over kept connections. Prints what it saw as one line of JSON.
import { Agent, request } from 'node:http'

const [url = '', key = '', connections = '32', seconds = '3'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const body = JSON.stringify({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] })
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

async function send(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/chat/completions`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

let all = 0
let served = 0
let failed = 0
async function client(until: number): Promise<void> {
  while (performance.now() < until) {
    if ((await send().catch(() => 0)) === 200) served++
    else failed++
  }
}

const clients = Number(connections)
// The first second warms the gateway up.
await Promise.all(Array.from({ length: clients }, () => client(performance.now() + 1_000)))
all = served
served = 0
const from = performance.now()
await Promise.all(Array.from({ length: clients }, () => client(from + Number(seconds) * 1_000)))
process.stdout.write(
  `${JSON.stringify({ served: all + served, perSecond: Math.round(served / ((performance.now() - from) / 1_000)), failed })}\n`,
)
agent.destroy()
