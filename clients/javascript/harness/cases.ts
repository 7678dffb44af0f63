import { isDeepStrictEqual } from 'node:util'
import type { CaseName, prompts } from '../../driver/cases.ts'
import type { Call, Client, Failing, Loop } from './client.ts'
import { tools } from './tools.ts'

export interface Given {
  readonly prompt: string
  readonly picture: string
  /** Makes a client that has the right key and does not retry, unless the options say otherwise. */
  client(options?: { readonly key?: string; readonly retries?: number }): Client
  readonly wrongKey: string
}

type Case = (given: Given) => Promise<string | void>

/** Cases of a client: each throws if the client fails, or returns the name of the client's own error. */
export const cases: Readonly<Record<Exclude<CaseName, 'replay' | 'shell' | 'recover'> & keyof typeof prompts, Case>> = {
  async text({ client, prompt }) {
    const answer = await client().ask(prompt)
    check(answer.text.includes('saffron'), `the text is ${JSON.stringify(answer.text)}`)
    check(answer.finished !== false, 'it says that the answer was cut short')
    for (const count of [answer.input, answer.output]) check(count === undefined || count > 0, `it counted ${count} tokens`)
  },
  async stream({ client, prompt }) {
    const pieces = await client().stream(prompt)
    const whole = pieces.join('')
    check(pieces.length > 1, `it came in ${pieces.length} pieces`)
    check(whole.endsWith('kilo lima') && whole.match(/\blima\b/g)?.length === 10, `the text is ${JSON.stringify(whole.slice(-200))}`)
  },
  async tools({ client, prompt }) {
    const loop = await client().loop(prompt, false)
    checkLoop(loop, [[oslo, lima]])
    check(loop.text.includes(tools.get_weather.answer), `the last text is ${JSON.stringify(loop.text)}`)
  },
  async reasoning({ client, prompt }) {
    checkLoop(await client().loop(prompt, true), [[oslo], [lima]])
  },
  async schema({ client, prompt }) {
    const person = (await client().schema(prompt)) as Readonly<Record<string, unknown>> // checked here
    const { name, age, tags } = person
    check(typeof name === 'string' && Number.isInteger(age) && Array.isArray(tags), `it is ${JSON.stringify(person)}`)
  },
  async image({ client, prompt, picture }) {
    const text = await client().see(prompt, picture)
    check(text.includes('image/png'), `the text is ${JSON.stringify(text)}`)
  },
  async cut({ client, prompt }) {
    let pieces: readonly string[]
    try {
      pieces = await client().stream(prompt)
    } catch (error) {
      return tell(error)
    }
    throw new Error(`half of an answer was taken for the whole: ${JSON.stringify(pieces.join('').slice(-80))}`)
  },
  'rate-limit': failing('rate-limit'),
  async retry({ client, prompt }) {
    const { text } = await client({ retries: 2 }).ask(prompt)
    check(text.includes('saffron'), `the text is ${JSON.stringify(text)}`)
  },
  'server-error': failing('server-error'),
  context: failing('context'),
  key: failing('key'),
  async cancel({ client, prompt }) {
    const pieces = await client().stream(prompt, 3)
    check(pieces.length > 0 && pieces.length < 1000, `${pieces.length} pieces came`)
    // The gateway notices a moment later, and on a busy machine an agent's process takes its time to end.
    await new Promise((done) => setTimeout(done, 1000))
  },
}

const oslo: Call = ['get_weather', { city: 'Oslo' }]
const lima: Call = ['get_time', { city: 'Lima' }]

function failing(name: Failing): Case {
  return async ({ client, prompt, wrongKey }) => {
    const one = client(name === 'key' ? { key: wrongKey } : {})
    let text: string
    try {
      ;({ text } = await one.ask(prompt))
    } catch (error) {
      check(one.errors[name](error), `it is told as ${tell(error)}`)
      return tell(error)
    }
    throw new Error(`it was answered: ${JSON.stringify(text)}`)
  }
}

function checkLoop({ text, turns }: Loop, wanted: Loop['turns']): void {
  check(isDeepStrictEqual(turns, wanted), `the calls were ${JSON.stringify(turns)}`)
  check(text.includes(tools.get_time.answer), `the last text is ${JSON.stringify(text)}`)
}

function check(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem)
}

/** Class and message of an error, and of its cause. */
export function tell(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? String(error)
  const cause = error.cause === undefined ? '' : ` (${tell(error.cause)})`
  return `${error.constructor.name}: ${error.message.slice(0, 600)}${cause}`
}
